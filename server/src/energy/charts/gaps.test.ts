import { calendar } from '@kellersonne/contract/energy/calendar'
import { graph, valuesOf } from '@kellersonne/contract/energy/charts'
import { wattHours } from '@kellersonne/core/units/units'
import { beforeAll, describe, expect, it } from 'vitest'
import { OTHER, SN, setUpCharts } from '../../../test/set-up/charts.ts'
import { storeBatch } from '../../app/roles/store-batch.ts'
import { MOST_ENERGY_GAPS } from './gaps.ts'
import { MOST_GAPS } from './grid.ts'

const SILENT = { gridVoltage: null, grid: null, pv: null, battery: null, soc: null, output: null }
const { api, systems, seal, ask } = setUpCharts()

async function count(at: string, pv: number, drawn: number) {
  const [system = 0] = systems()
  const none = wattHours(0)
  const counters = {
    ...{ pv: wattHours(pv), import: wattHours(drawn) },
    ...{ feedIn: none, charge: none, discharge: none },
  }
  const reading = { ...SILENT, at: new Date(at), counters }
  await storeBatch(api().db, [{ kind: 'reading', system, receivedAt: api().now(), reading }])
}
const graphOf = async (query: Record<string, string>) => {
  const answer = await ask('/api/auth/graph/', {
    sn: SN,
    method: 'sum',
    series: 'm4,load,energies',
    ...query,
  })
  return graph.parse(answer.json())
}
const known = ({ energies }: Awaited<ReturnType<typeof graphOf>>) =>
  valuesOf(energies?.pv ?? { per: 1, deltas: [] }).flatMap((value, i) => (value === null ? [] : [[i, value]]))

describe('energy over a gap', () => {
  beforeAll(async () => {
    await count('2026-05-10T10:00:00Z', 1000, 0)
    await count('2026-05-10T10:10:00Z', 1010, 90)
    // Silent over two midnights, then for a morning.
    await count('2026-05-12T04:10:00Z', 21_010, 5090)
    await count('2026-05-12T04:20:00Z', 21_030, 5090)
    await count('2026-05-12T08:20:00Z', 24_030, 5090)
    await seal()
  })
  const gaps = [
    {
      ...{ sn: SN, from: '2026-05-10T10:10:00.000Z', until: '2026-05-12T04:10:00.000Z' },
      ...{ pv: 20_000, import: 5000, feed_in: 0, charge: 0, discharge: 0 },
    },
    {
      ...{ sn: SN, from: '2026-05-12T04:20:00.000Z', until: '2026-05-12T08:20:00.000Z' },
      ...{ pv: 3000, import: 0, feed_in: 0, charge: 0, discharge: 0 },
    },
  ]

  it('ENE-01 is part of the step that holds the gap wholly, and named beside the others', async () => {
    const month = await graphOf({ interval: 'Month', from_date: '2026-05-01' })
    expect(known(month)).toEqual([
      [9, 10],
      [11, 3020],
    ])
    expect(month.energy_gaps).toEqual(gaps)
    const year = await graphOf({ interval: 'Year', from_date: '2026-05-01' })
    expect(known(year)).toContainEqual([4, 23_030])
    expect(valuesOf(year.series.load?.values ?? { per: 1, deltas: [] })[4]).toBe(23_030 + 5090)
  })

  it('ENE-01 is in no quarter of a day, and in a day only if it lies in it', async () => {
    expect(known(await graphOf({ interval: 'Day', from_date: '2026-05-11' }))).toEqual([])
    const day = await graphOf({ interval: 'Day', from_date: '2026-05-12', resolution: 'day' })
    expect(known(day)).toEqual([[0, 3020]])
  })

  it('ENE-01 counts in the sums of the calendar, but not in self-sufficiency', async () => {
    const answer = await ask('/api/auth/calendar/', { sn: SN, from_date: '2026-05-10' })
    const { days, total, energy_gaps } = calendar.parse(answer.json())
    expect(total).toMatchObject({ pv: 23_030, import: 5090, house: 28_120 })
    // 30 Wh of PV and 90 Wh from the grid in the quarters that were measured.
    expect(total.self_sufficiency).toBeCloseTo(25, 6)
    expect(energy_gaps).toEqual([gaps[0]])
    expect(days[10]).toMatchObject({ pv: null, self_sufficiency: null })
    expect(days[11]).toMatchObject({ pv: 3020, house: 3020, self_sufficiency: 100 })
  })
})

it('ENE-02 lists a jump with the values beside it, and counts it nowhere', async () => {
  await count('2026-04-10T10:00:00Z', 1000, 0)
  await count('2026-04-10T10:05:00Z', 900_000, 0)
  await count('2026-04-10T10:10:00Z', 900_020, 0)
  const day = await graphOf({ interval: 'Day', from_date: '2026-04-10' })
  expect(known(day).map(([, value]) => value)).toEqual([20])
  expect(day.jumps).toEqual([
    {
      ...{ sn: SN, counter: 'pv', before: 1000, after: 900_000 },
      ...{ from: '2026-04-10T10:00:00.000Z', until: '2026-04-10T10:05:00.000Z' },
    },
  ])
})

describe('energies over many gaps', () => {
  it('ENE-01 are all summed, but only the largest gaps are named, with how many were left out', async () => {
    const start = Date.parse('2026-02-02T00:00:00Z')
    const gaps = MOST_ENERGY_GAPS + 50
    for (let i = 0; i <= gaps; i += 1)
      await count(new Date(start + i * 4 * 3_600_000).toISOString(), 50_000 + (i * (i + 1)) / 2, 0)
    const year = await graphOf({ interval: 'Year', from_date: '2026-01-01' })
    const month = await graphOf({ interval: 'Month', from_date: '2026-02-01' })
    expect(known(year).slice(0, 1)).toEqual([[1, (gaps * (gaps + 1)) / 2]])
    expect(month.energy_gaps.map(({ pv }) => pv)).toEqual(
      Array.from({ length: MOST_ENERGY_GAPS }, (_, i) => i + 51),
    )
    expect(month.energy_gaps_left_out).toBe(50)
  })
})

describe('times without data', () => {
  it('CHT-05 F8 of a unit that comes and goes all year are no more than a chart can show, and the chart shows what was measured', async () => {
    const [, other = 0] = systems()
    await api().db.run(
      `insert into quarter (system, at, readings, grid_v_count, grid_v_sum, grid_w_count, pv_w_count, battery_w_count, soc_count,
         output_w_count, load_w_count)
       select $1, at, 1, 1, 230000, 0, 0, 0, 0, 0, 0
       from generate_series('2026-02-01T00:00Z'::timestamptz, '2026-03-31T23:30Z', '30 minutes') as at`,
      [other],
    )
    const asked = {
      sn: OTHER,
      interval: 'Year',
      from_date: '2026-01-01',
      resolution: 'quarter',
      series: 'm1',
    }
    const { gaps, series } = graph.parse((await ask('/api/auth/graph/', { ...asked, method: 'mean' })).json())
    const offline = gaps.filter(({ reason }) => reason === 'offline')
    expect(offline).toHaveLength(MOST_GAPS)
    const isGap = (at: number) =>
      offline.some(({ from, until }) => Date.parse(from) <= at && at < Date.parse(until))
    // Each quarter without a value lies in one.
    for (let at = Date.parse('2026-02-01T00:15:00Z'); at < Date.parse('2026-04-01'); at += 1_800_000)
      expect(isGap(at)).toBe(true)
    const values = valuesOf(series.m1?.values ?? { per: 1, deltas: [] })
    expect(values.filter((value) => value === 230)).toHaveLength(2 * 24 * 59)
  })
})
