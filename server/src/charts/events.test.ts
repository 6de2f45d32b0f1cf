import { getEvents } from '@kellersonne/contract/events'
import { describe, expect, it } from 'vitest'
import { expectProblem } from '../../test/api.ts'
import { charting, HOUR_MS, JUNE_9, OTHER, SN } from '../../test/charting.ts'
import type { Item } from '../readings/batch.ts'
import { storeBatch } from '../readings/write.ts'

const { api, systems, measure, seal, ask } = charting()

describe('events', () => {
  it('CHT-10 tells messages, outages, late data and calibrations in the order of time', async () => {
    const system = systems()[1] ?? 0
    const at = (hours: number) => new Date(JUNE_9 + hours * HOUR_MS)
    const state = (hours: number, message2: string[], calibration_days: number): Item => ({
      ...{ kind: 'state', system, heard: at(hours) },
      state: {
        at: at(hours),
        status: 'on',
        message1: [],
        message2,
        errors: [],
        sensors: [],
        display: 'normal',
        versions: {},
        calibration_days,
      },
    })
    await storeBatch(api().db, [state(1, [], 3), state(2, ['relay', 'ein'], 0), state(3, [], 30)])
    await seal()
    await measure(1, JUNE_9 + 12 * HOUR_MS, 4, 1)
    const answer = await ask('/api/auth/events/', {
      sn: OTHER,
      from_date: '2026-06-09',
      until_date: '2026-06-10',
    })
    const { events, more } = getEvents.response.parse(answer.json())
    expect(more).toBe(false)
    expect(events.map(({ kind, from }) => [kind, from && (Date.parse(from) - JUNE_9) / HOUR_MS])).toEqual([
      ['late', 0],
      ['message', 2],
      ['offline', 2],
      ['calibration', 3],
      ['offline', 13],
    ])
  })

  it('CHT-10 refuses a range that ends before it begins', async () => {
    const answer = await ask('/api/auth/events/', {
      sn: SN,
      from_date: '2026-06-10',
      until_date: '2026-06-10',
    })
    expectProblem(answer, 400, 'input_invalid')
  })
})
