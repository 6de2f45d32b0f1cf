import { describe, expect, it } from 'vitest'
import { unknown } from '../../../test/set-up/telemetry.ts'
import { type Item, readingsIn } from './batch.ts'

const START = Date.parse('2026-06-18T10:00:00Z')
const reading = (system: number, second: number): Item => ({
  kind: 'reading',
  ...{ system, receivedAt: new Date(START) },
  reading: { ...unknown, at: new Date(START + second * 1000) },
})

describe('the readings of a batch', () => {
  it('PRD-02 come in the order of system and time, and nothing else with them', () => {
    const offline: Item = { kind: 'presence', system: 1, receivedAt: new Date(START), online: false }
    const batch = [reading(2, 20), reading(1, 30), offline, reading(2, 10), reading(1, 40), reading(1, 0)]
    const order = readingsIn(batch).map(
      ({ system, reading }) => `${system} ${(reading.at.getTime() - START) / 1000}`,
    )
    expect(order).toEqual(['1 0', '1 30', '1 40', '2 10', '2 20'])
  })
})
