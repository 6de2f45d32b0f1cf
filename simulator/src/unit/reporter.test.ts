import { serialNumber } from '@kellersonne/contract/systems/systems'
import type { MqttMessage } from '@kellersonne/device-kit/link'
import { describe, expect, it } from 'vitest'
import { FACTORY_VERSIONS } from '../firmware/firmware.ts'
import { initialPlant } from '../plant/plant.ts'
import { LATE_MS } from './answers.ts'
import { SWITCHED_ON, setMessage } from './condition.ts'
import { toState } from './payloads.ts'
import { openReporter } from './reporter.ts'
import { UNSET } from './settings.ts'

const at = Date.UTC(2026, 5, 18)
const MINUTE = 60_000
const plant = initialPlant(1, at)
const sample = { at, pv: 0, load: 0, battery: 0, grid: 0, soc: 40, voltage: 230, energies: plant.energies }
const state = (battery: number, condition = SWITCHED_ON) =>
  toState({
    ...{ condition, plant, sample, temperatures: { at, battery, inverter: 20 } },
    ...{ versions: FACTORY_VERSIONS, settings: UNSET },
  })

function speech() {
  const reported: string[] = []
  const board = {
    enqueue: (messages: readonly MqttMessage[]) =>
      void reported.push(...messages.map(({ payload }) => payload)),
    sendUnqueued: ({ payload }: MqttMessage) => void reported.push(payload),
  }
  return { reported, ...openReporter(serialNumber.parse('1001'), board) }
}

describe('a unit says', () => {
  it('PRD-02 its state when that changes, not when a temperature drifts', () => {
    const unit = speech()
    unit.state(state(15), true, at)
    unit.state(state(16), true, at + 1)
    expect(unit.reported).toHaveLength(1)
    unit.state(state(16), false, at + 2)
    unit.state(state(17), false, at + 3)
    unit.state(state(17, setMessage(SWITCHED_ON, 'i2', true, at)), false, at + 4)
    expect(unit.reported).toHaveLength(4)
  })

  it('PRD-02 it again after five minutes, with the temperatures of then', () => {
    const unit = speech()
    unit.state(state(15), true, at)
    unit.repeat(state(16), true, at + 5 * MINUTE - 1)
    expect(unit.reported).toHaveLength(1)
    unit.repeat(state(16), true, at + 5 * MINUTE)
    expect(JSON.parse(unit.reported[1] ?? '').sensors[0].value).toBe(16)
  })

  it('API-07 late answers when their time has come, and none once it has forgotten them', () => {
    const unit = speech()
    const done = { id: 'a', outcome: 'done' } as const
    unit.answer([done], 'late', at)
    expect(unit.sendDue(at + LATE_MS - 1)).toBe(false)
    expect(unit.sendDue(at + LATE_MS)).toBe(true)
    expect(unit.sendDue(at + LATE_MS)).toBe(false)
    unit.answer([done], 'late', at)
    unit.forget()
    expect(unit.sendDue(at + LATE_MS)).toBe(false)
    expect(unit.reported).toEqual([JSON.stringify(done)])
  })
})
