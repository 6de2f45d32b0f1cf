import { graph } from '@kellersonne/contract/energy/charts'
import { wattHours, watts } from '@kellersonne/core/units/units'
import { beforeAll, describe, expect, it } from 'vitest'
import { OTHER, SN, setUpCharts } from '../../../test/set-up/charts.ts'
import { storeBatch } from '../../app/roles/store-batch.ts'

const { api, systems, seal, ask } = setUpCharts()
/** Midnight in Berlin. */
const MAY_5 = Date.parse('2026-05-04T22:00:00Z')
const MINUTE = 60_000

/** Stores a reading per minute: 3 kW of PV, 1 kW fed in, 2 kW charging; what the PV counter counts, in Wh a minute. */
async function measureDay(which: number, pvPerMinute: number) {
  const [system, wh] = [systems()[which] ?? 0, (perMinute: number, i: number) => wattHours(perMinute * i)]
  const items = Array.from({ length: 1440 }, (_, i) => {
    const counters = {
      ...{ pv: wh(pvPerMinute, i), import: wh(0, i), feedIn: wh(50 / 3, i) },
      ...{ charge: wh(100 / 3, i), discharge: wh(0, i) },
    }
    const powers = { pv: watts(3000), grid: watts(-1000), battery: watts(-2000) }
    const others = { gridVoltage: null, soc: null, output: null }
    const reading = { at: new Date(MAY_5 + i * MINUTE), ...powers, ...others, counters }
    return { kind: 'reading' as const, system, receivedAt: api().now(), reading }
  })
  await storeBatch(api().db, items)
}
const disagreements = async (query: Record<string, string>) => {
  const answer = await ask('/api/auth/graph/', {
    ...{ sn: SN, interval: 'Day', from_date: '2026-05-05', series: 'm0' },
    ...query,
  })
  return graph.parse(answer.json()).disagreements
}

describe('powers beside counters', () => {
  beforeAll(async () => {
    await measureDay(0, 40)
    await measureDay(1, 50)
  })
  // 94 quarters with a neighbour on each side, sealed or not.
  const found = [{ sn: SN, flow: 'pv', counted: 600 * 94, from_powers: 750 * 94 }]

  it('ENE-05 are both named for a day on which they differ, and for no other', async () => {
    expect(await disagreements({})).toEqual(found)
    await seal()
    expect(await disagreements({})).toEqual(found)
    expect(await disagreements({ method: 'sum' })).toEqual(found)
    expect(await disagreements({ sn: '-1' })).toEqual(found)
    expect(await disagreements({ sn: OTHER })).toEqual([])
    expect(await disagreements({ from_date: '2026-05-06' })).toEqual([])
  })

  it('ENE-05 are named only where powers or their energies of a day are shown', async () => {
    expect(await disagreements({ series: 'm6' })).toEqual([])
    expect(await disagreements({ interval: 'Month' })).toEqual([])
  })
})

it('ENE-02 lists a jump where powers of a day are shown, too', async () => {
  const [system = 0] = systems()
  const none = wattHours(0)
  const others = { gridVoltage: null, grid: null, pv: null, battery: null, soc: null, output: null }
  for (const [minute, pv] of [
    [0, 1000],
    [5, 900_000],
  ] as const) {
    const at = new Date(MAY_5 + (2 * 1440 + minute) * MINUTE)
    const counters = { pv: wattHours(pv), import: none, feedIn: none, charge: none, discharge: none }
    const reading = { at, ...others, counters }
    await storeBatch(api().db, [{ kind: 'reading', system, receivedAt: api().now(), reading }])
  }
  const query = { sn: SN, interval: 'Day', from_date: '2026-05-07', series: 'm0' }
  const answer = graph.parse((await ask('/api/auth/graph/', query)).json())
  expect(answer).toMatchObject({ energies: null, jumps: [{ counter: 'pv', after: 900_000 }] })
})
