import { calendar } from '@kellersonne/contract/energy/calendar'
import type { Reading } from '@kellersonne/core/telemetry/readings'
import { wattHours } from '@kellersonne/core/units/units'
import { beforeAll, describe, expect, it } from 'vitest'
import { UNKNOWN } from '../../../test/api.ts'
import { SN, setUpCharts } from '../../../test/set-up/charts.ts'
import { storeBatch } from '../../app/roles/store-batch.ts'

const SILENT = { gridVoltage: null, grid: null, pv: null, battery: null, soc: null, output: null }
const { api, systems, seal, ask } = setUpCharts()
beforeAll(seal)

/** Stores a reading with counters and nothing else. */
async function count(at: string, counters: Reading['counters']) {
  const [system = 0] = systems()
  const reading = { ...SILENT, at: new Date(at), counters }
  await storeBatch(api().db, [{ kind: 'reading', system, receivedAt: api().now(), reading }])
}

describe('calendar', () => {
  it('CAL-02 CHT-07 lists each day of a month, and what they come to', async () => {
    const answer = await ask('/api/auth/calendar/', { sn: SN, from_date: '2026-10-12' })
    const { days, total, month } = calendar.parse(answer.json())
    expect(month).toBe('2026-10')
    expect(days).toHaveLength(31)
    const day = days.find((one) => one.day === '2026-10-25')
    expect(day).toMatchObject({
      pv: 99 * 250,
      charge: 99 * 100,
      feed_in: 99 * 25,
      house: 99 * 125,
      self_sufficiency: 100,
      measured: 100,
    })
    expect(days[0]).toMatchObject({ pv: null, self_sufficiency: null, measured: 0 })
    expect(total).toMatchObject({ pv: 99 * 250, house: 99 * 125 })
  })

  it('CAL-02 shows what a counter measured on a day, also where the others are unknown', async () => {
    await count('2026-05-10T10:00:00Z', { ...UNKNOWN, pv: wattHours(1000) })
    await count('2026-05-10T10:15:00Z', { ...UNKNOWN, pv: wattHours(1250) })
    const answer = await ask('/api/auth/calendar/', { sn: SN, from_date: '2026-05-01' })
    const day = calendar.parse(answer.json()).days.find((one) => one.day === '2026-05-10')
    expect(day).toMatchObject({ pv: 250, import: null, house: null, self_sufficiency: null, measured: 0 })
  })

  it('CAL-02 takes the battery to hold what it was charged with that day and the three before', async () => {
    const none = wattHours(0)
    const counters = { pv: none, import: none, feedIn: none, charge: none, discharge: none }
    const fromGrid = { ...counters, import: wattHours(100), charge: wattHours(100) }
    const fromSun = { ...fromGrid, pv: wattHours(100), charge: wattHours(200) }
    for (const [from, before, after] of [
      ['2026-04-16', counters, fromGrid],
      ['2026-04-17', fromGrid, fromSun],
      ['2026-04-20', fromSun, { ...fromSun, discharge: wattHours(100) }],
    ] as const) {
      await count(`${from}T10:00:00Z`, before)
      await count(`${from}T10:15:00Z`, after)
    }
    const answer = await ask('/api/auth/calendar/', { sn: SN, from_date: '2026-04-01' })
    const day = calendar.parse(answer.json()).days.find((one) => one.day === '2026-04-20')
    expect(day).toMatchObject({ house: 100, self_sufficiency: 100 })
  })

  it('CAL-02 the total sums what is known of its systems', async () => {
    const { days } = calendar.parse(
      (await ask('/api/auth/calendar/', { sn: '-1', from_date: '2026-06-01' })).json(),
    )
    expect(days.find((one) => one.day === '2026-06-09')).toMatchObject({ pv: 4 * 7 * 250 })
  })

  it('CAL-02 PRD-05 in the total, a system without data counts as not measured, one not yet theirs does not', async () => {
    const query = { sn: '-1', from_date: '2026-10-01' }
    const { days, total } = calendar.parse((await ask('/api/auth/calendar/', query)).json())
    const of = (day: string) => days.find((one) => one.day === day)
    expect(of('2026-10-25')).toMatchObject({ pv: 99 * 250, measured: 50 })
    expect(of('2026-10-24')).toMatchObject({ pv: null, measured: 0 })
    const quarters = 31 * 96 + 4
    expect(total.measured).toBeCloseTo((100 * 100) / (2 * quarters), 10)
    const before = calendar.parse(
      (await ask('/api/auth/calendar/', { ...query, from_date: '2025-12-01' })).json(),
    )
    expect([before.total.measured, before.days[30]?.measured]).toEqual([null, null])
  })
})
