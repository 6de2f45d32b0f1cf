import { todayBalance } from '@kellersonne/contract/energy/balance'
import { forecast } from '@kellersonne/contract/energy/forecast'
import { currentDataList } from '@kellersonne/contract/live/live'
import { dayOf, QUARTER_MS, quarterOf, startOfDay } from '@kellersonne/core/time/days'
import { wattHours, watts } from '@kellersonne/core/units/units'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem, type TestApi, testApi } from '../../../test/api.ts'
import { addFormerOwner } from '../../../test/database/former-owner.ts'
import { storeBatch } from '../../app/roles/store-batch.ts'
import type { Item } from '../../telemetry/intake/batch.ts'

const TIME_ZONE = 'Europe/Berlin'
const MINUTE = 60_000

let api: TestApi
let midnight: number
let noon: number
let ids: Map<string, number>
beforeAll(async () => {
  api = await testApi()
  // At the same hour of a future day, whenever this runs.
  const tomorrow = dayOf(new Date(api.now().getTime() + 86_400_000), TIME_ZONE)
  midnight = startOfDay(tomorrow, TIME_ZONE).getTime()
  noon = quarterOf(new Date(midnight + 12 * 60 * MINUTE)).getTime()
  api.clock.stop()
  api.clock.skip(noon + 5 * MINUTE - api.now().getTime())
  ids = new Map()
  for (const [email, sns] of [
    ['anna@example.org', ['1001', '1002', '1003']],
    ['bert@example.org', ['BERT']],
    ['cora@example.org', []],
  ] as const) {
    const { systems } = await api.owner(email, sns)
    for (const [i, sn] of sns.entries()) ids.set(sn, systems[i] ?? 0)
  }
})
afterAll(() => api.close())

/** A millisecond, in minutes. */
const MS = 1 / MINUTE
type Counters = readonly [pv: number, drawn: number, feedIn: number, charge: number, discharge: number]
/** The reading of a unit some minutes before or after noon. */
const reported = (sn: string, minutes: number, counters: Counters | null, house = 0): Item => {
  const at = new Date(noon + minutes * MINUTE)
  const [pv, drawn, feedIn, charge, discharge] = (counters ?? []).map(wattHours)
  const of = (value: ReturnType<typeof wattHours> | undefined) => value ?? null
  const reading = {
    at,
    gridVoltage: null,
    grid: watts(house),
    pv: watts(0),
    battery: watts(0),
    soc: null,
    output: null,
    counters: {
      pv: of(pv),
      import: of(drawn),
      feedIn: of(feedIn),
      charge: of(charge),
      discharge: of(discharge),
    },
  }
  return { kind: 'reading', system: ids.get(sn) ?? 0, receivedAt: at, reading }
}
const access = async (name: string) => (await api.signIn(`${name}@example.org`)).access
const balanceOf = async (sn: string, name = 'anna') => {
  const answer = await api.get(`/api/auth/balance/?sn=${sn}`, await access(name))
  return todayBalance.parse(answer.json())
}
const forecastOf = async (sn: string) =>
  forecast.parse((await api.get(`/api/auth/forecast/?sn=${sn}`, await access('anna'))).json())

describe("today's balance", () => {
  it('DSH-08 DSH-11 shows how each number came about, from the quarters so far and the running one', async () => {
    await storeBatch(api.db, [
      // Charged yesterday, half of it from the grid.
      reported('1001', -14 * 60, [1000, 1000, 0, 0, 0]),
      reported('1001', -14 * 60 + 14, [1200, 1200, 0, 400, 0]),
      // Just before the ends of their quarters.
      reported('1001', -15 - MS, [1200, 1200, 0, 400, 0], 800),
      reported('1001', -MS, [2200, 1300, 300, 400, 100], 3600),
      reported('1001', 4, [2200, 1400, 300, 400, 100], 1200),
    ])
    const day = await balanceOf('1001')
    expect(day.energies).toEqual({ pv: 1000, import: 200, feed_in: 300, charge: 0, discharge: 100 })
    expect(day.flows).toMatchObject({ pv_to_house: 700, battery_to_house: 100, grid_to_house: 200 })
    expect(day.house).toEqual({ value: 1000, why: null, inputs: day.energies })
    expect(day.self_consumption).toEqual({
      value: 70,
      why: null,
      inputs: { pv_to_house: 700, pv_to_battery: 0, pv: 1000 },
    })
    expect(day.self_sufficiency).toEqual({
      value: 75,
      why: null,
      inputs: { pv_to_house: 700, battery_to_house: 100, pv_charged: 200, charged: 400, house: 1000 },
    })
    // 900 Wh in the quarter before noon and 100 since; by the powers, 3600 W for 15 minutes and 1200 W for 5.
    expect(day.residual).toBeCloseTo(0, 6)
    expect(day.measured).toBeCloseTo((100 * 3) / 49, 6)
    expect(day).toMatchObject({ from: new Date(midnight).toISOString(), without: [] })
  })

  it('DSH-08 counts as current data does', async () => {
    const list = currentDataList.parse((await api.get('/api/auth/data/', await access('anna'))).json())
    const current = list.flatMap((entry) => Object.entries(entry)).find(([sn]) => sn === '1001')?.[1]
    const { energies } = await balanceOf('1001')
    expect(energies).toEqual({
      pv: current?.PV_energy,
      import: current?.import_energy,
      feed_in: current?.feed_in_energy,
      charge: current?.charge_energy,
      discharge: current?.discharge_energy,
    })
  })

  it('DSH-08 DSH-11 of a gap keeps the energy, and compares nothing with it', async () => {
    await storeBatch(api.db, [
      reported('1002', -125, [0, 0, 0, 0, 0], 100),
      reported('1002', -50, [500, 0, 100, 0, 0], 100),
    ])
    const day = await balanceOf('1002')
    expect(day.energies).toMatchObject({ pv: 500, feed_in: 100 })
    expect(day.house.value).toBe(400)
    expect(day.residual).toBeNull()
    expect(day.measured).toBeCloseTo((100 * 2) / 48, 6)
  })

  it('PRD-05 of all is the sum, and names what reports nothing', async () => {
    const day = await balanceOf('-1')
    expect(day.energies).toEqual({ pv: 1500, import: 200, feed_in: 400, charge: 0, discharge: 100 })
    expect(day.house.value).toBe(1400)
    expect(day.without).toEqual(['1003'])
    expect(day.measured).toBeCloseTo((100 * 3) / 49 / 2 + (100 * 2) / 48 / 2, 6)
  })

  it('DSH-08 says that nothing was measured', async () => {
    expect(await balanceOf('1003')).toMatchObject({
      flows: null,
      house: { value: null, why: 'not_measured' },
      self_sufficiency: { value: null, why: 'not_measured' },
      residual: null,
      measured: 0,
    })
  })

  it('AUT-12 begins with the ownership', async () => {
    await storeBatch(api.db, [
      reported('BERT', -40, [1000, 0, 0, 0, 0]),
      reported('BERT', -10, [1700, 0, 0, 0, 0]),
      reported('BERT', -1, [1760, 0, 0, 0, 0]),
    ])
    expect((await balanceOf('BERT', 'bert')).energies.pv).toBe(760)
    await addFormerOwner(api.db, ids.get('BERT'))
    await api.db.run('update ownership set since = $2 where system = $1 and until is null', [
      ids.get('BERT'),
      new Date(noon - 22 * MINUTE),
    ])
    const day = await balanceOf('BERT', 'bert')
    expect(day.energies.pv).toBe(60)
    expect(day.from).toBe(new Date(noon - QUARTER_MS).toISOString())
    expect(day.measured).toBe(100)
  })
})

describe.each(['/api/auth/balance/', '/api/auth/forecast/'])('%s', (path) => {
  it("API-09 answers the same to another owner's system and to one that does not exist", async () => {
    const token = await access('anna')
    const ask = (sn: string) => api.get(`${path}?sn=${sn}`, token)
    const [foreign, unknown] = [await ask('BERT'), await ask('NOBODY')]
    expectProblem(foreign, 404, 'not_found')
    expect(unknown.rawPayload.equals(foreign.rawPayload)).toBe(true)
    const headersOf = ({ headers }: typeof foreign) => new Set(Object.keys(headers))
    expect(headersOf(unknown)).toEqual(headersOf(foreign))
  })

  it('API-09 has no total for who owns nothing, and wants a serial number and a session', async () => {
    expectProblem(await api.get(`${path}?sn=-1`, await access('cora')), 404, 'not_found')
    for (const query of ['', '?sn=-2', '?sn=a%20b', '?sn=1001&sn=1002'])
      expectProblem(await api.get(`${path}${query}`, await access('anna')), 400, 'input_invalid')
    expectProblem(await api.get(`${path}?sn=1001`), 401, 'session_required')
  })
})

it('API-04 DSH-12 a forecast may come compressed: each quarter of two days makes it large', async () => {
  const answer = await api.get('/api/auth/forecast/?sn=1003', await access('anna'))
  expect(answer.headers).toMatchObject({ etag: expect.any(String), vary: 'authorization, accept-encoding' })
})

it('DSH-12 a forecast that was not made yet is none', async () => {
  expect(await forecastOf('1003')).toEqual({
    made_at: null,
    days: [],
    basis: null,
    outlook: null,
    outlook_gap: 'not_heard',
    charge: null,
    bad_weather: null,
    weather: { state: 'off', issued_at: null, source: null },
    without: [],
  })
  expect(await forecastOf('-1')).toMatchObject({ made_at: null, without: ['1001', '1002', '1003'] })
})
