import { calendar } from '@kellersonne/contract/calendar'
import { graph, valuesOf } from '@kellersonne/contract/charts'
import { getEvents } from '@kellersonne/contract/events'
import { dayOf, QUARTER_MS } from '@kellersonne/core/days'
import type { Reading } from '@kellersonne/core/readings'
import { percent, volts, wattHours, watts } from '@kellersonne/core/units'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem, type TestApi, testApi } from '../../test/api.ts'
import type { Item } from '../readings/batch.ts'
import { storeBatch } from '../readings/write.ts'
import { sealDays } from '../sealing/job.ts'

/** Owned since 2026-01-01 by `owner`; both clock changes lie in the past. */
const SN = '1001'
const OTHER = '1002'
const FOREIGN = '2001'
const HOUR_MS = 3_600_000
/** Midnight in Berlin of a day in summer. */
const JUNE_9 = Date.parse('2026-06-08T22:00:00Z')

let api: TestApi
let access: string
let systems: number[]
beforeAll(async () => {
  api = await testApi()
  systems = (await api.owner('anna@example.org', [SN, OTHER])).systems
  await api.owner('bert@example.org', [FOREIGN])
  access = (await api.signIn('anna@example.org')).access
  await measure(0, JUNE_9, 8, 1)
  await measure(1, JUNE_9, 8, 3)
  await measure(0, Date.parse('2026-10-24T22:00:00Z'), 100, 1)
  await measure(0, Date.parse('2026-03-28T23:00:00Z'), 92, 1)
})
afterAll(() => api.close())

/** A reading a quarter from an instant on: 1 kW of sun, 400 W for the battery, 100 W fed in, each times `factor`. */
async function measure(which: number, from: number, count: number, factor: number) {
  const system = systems[which] ?? 0
  const items = Array.from({ length: count }, (_, i): Item => {
    const wh = (power: number) => wattHours(1000 + ((i + 1) * power * factor) / 4)
    const reading: Reading = {
      at: new Date(from + i * QUARTER_MS + 60_000),
      gridVoltage: volts(230 + which * 2),
      grid: watts(-100 * factor),
      pv: watts(1000 * factor),
      battery: watts(-400 * factor),
      soc: percent(50 + which * 20),
      output: watts(600 * factor),
      counters: { pv: wh(1000), import: wh(0), feedIn: wh(100), charge: wh(400), discharge: wh(0) },
    }
    return { kind: 'reading', system, heard: api.now(), reading }
  })
  await storeBatch(api.db, items)
}

const ask = (path: string, query: Record<string, string>, headers: Record<string, string> = {}) =>
  api.app.inject({
    method: 'GET',
    url: `${path}?${new URLSearchParams(query)}`,
    headers: { authorization: `Bearer ${access}`, ...headers },
  })
const askGraph = (query: Record<string, string>, headers: Record<string, string> = {}) =>
  ask('/api/auth/graph/', { sn: SN, interval: 'Day', from_date: '2026-06-09', ...query }, headers)
const graphOf = (answer: LightMyRequestResponse) => graph.parse(answer.json())
const series = (answer: LightMyRequestResponse, name: 'm1' | 'm2' | 'm3' | 'm4' | 'm5' | 'm6' | 'load') => {
  const found = graphOf(answer).series[name]
  return found ? valuesOf(found.values) : null
}

describe('graph', () => {
  it('API-04 PRD-07 PRD-08 tells the powers of a day by quarter, the house with them, and the rest of it as a gap', async () => {
    const answer = await askGraph({ series: 'm0' })
    expect(graphOf(answer)).toMatchObject({
      sn: SN,
      interval: 'Day',
      resolution: 'quarter',
      method: 'mean',
      steps: [{ from: '2026-06-08T22:00:00.000Z', seconds: 900, count: 96 }],
      gaps: [
        { sn: SN, from: '2026-06-09T00:00:00.000Z', until: '2026-06-09T22:00:00.000Z', reason: 'offline' },
      ],
    })
    expect(Object.keys(graphOf(answer).series)).toEqual(['m2', 'm4', 'm5', 'load'])
    expect(series(answer, 'm2')?.slice(0, 9)).toEqual([...Array.from({ length: 8 }, () => -100), null])
    expect(series(answer, 'load')?.[0]).toBe(500)
  })

  it.each([
    ['2026-10-25', 100, 25],
    ['2026-03-29', 92, 23],
    ['2026-06-09', 96, 24],
  ])('CHT-07 %s has %i quarters and %i hours', async (from_date, quarters, hours) => {
    const count = async (interval: string) =>
      graphOf(await askGraph({ from_date, interval })).steps.reduce((all, one) => all + one.count, 0)
    expect(await count('Quarter')).toBe(quarters)
    expect(await count('Hour')).toBe(hours)
  })

  it('CHT-03 CHT-07 sums of the hours of a day of 25 are the day, the month and the year', async () => {
    const sum = async (interval: string, resolution: string) => {
      const query = { interval, resolution, method: 'sum', from_date: '2026-10-25', series: 'm4,energies' }
      const { series: told, energies } = graphOf(await askGraph(query))
      const all = (values: (number | null)[]) => values.reduce((a: number, b) => a + (b ?? 0), 0)
      expect(told.m4?.values).toEqual(energies?.pv)
      return all(told.m4 ? valuesOf(told.m4.values) : [])
    }
    const day = 99 * 250
    expect(await sum('Day', 'hour')).toBe(day)
    expect(await sum('Month', 'month')).toBe(day)
    expect(await sum('Year', 'month')).toBe(await sum('Year', 'quarter'))
  })

  it('CHT-06 the total averages grid, battery and state of charge and sums the sun, or balances when asked to', async () => {
    const total = await askGraph({ sn: '-1', series: 'm0,m1,m6' })
    expect(series(total, 'm2')?.[0]).toBe(-200)
    expect(series(total, 'm4')?.[0]).toBe(4000)
    expect(series(total, 'm5')?.[0]).toBe(-800)
    expect(series(total, 'm6')?.[0]).toBe(60)
    expect(series(total, 'm1')?.[0]).toBe(231)
    expect(graphOf(total).series.m2?.total).toBe('mean')
    const balanced = await askGraph({ sn: '-1', series: 'm0,m6', balance: 'true' })
    expect(series(balanced, 'm2')?.[0]).toBe(-400)
    expect(series(balanced, 'load')?.[0]).toBe(2000)
    expect(series(balanced, 'm6')?.[0]).toBe(60)
  })

  it('CHT-03 energies are summed whatever the method, where nothing in particular is asked for', async () => {
    const { series: told } = graphOf(await askGraph({ interval: 'Hour' }))
    expect(told.m7).toMatchObject({ method: 'sum', unit: 'Wh' })
    expect(told.m1).toMatchObject({ method: 'mean', unit: 'V' })
    expect(graphOf(await askGraph({ method: 'sum' })).series.m1).toBeUndefined()
  })

  it.each([
    [{ interval: 'Nonsense' }, { interval: 'unknown' }],
    [{ interval: 'day' }, { interval: 'unknown' }],
    [{ from_date: '2026-02-30' }, { from_date: 'format' }],
    [{ from_date: '0001-01-01' }, { from_date: 'too_small' }],
    [{ from_date: '9999-12-31' }, { from_date: 'too_big' }],
    [{ from_date: '' }, { from_date: 'required' }],
    [{ method: 'median' }, { method: 'unknown' }],
    [{ method: 'sum', series: 'm1' }, { method: 'senseless' }],
    [{ method: 'mean', series: 'm3' }, { method: 'senseless' }],
    [{ resolution: 'month' }, { resolution: 'senseless' }],
    [{ series: 'm99' }, { series: 'unknown' }],
    [{ sn: 'x1' }, { sn: 'format' }],
  ])('API-04 refuses %o', async (query, errors) => {
    const answer = await askGraph(query)
    expectProblem(answer, 400, 'input_invalid')
    expect(answer.json()).toMatchObject({ errors })
  })

  it("AUT-12 answers for what is another owner's as for what does not exist", async () => {
    for (const [path, query] of [
      ['/api/auth/graph/', { interval: 'Day', from_date: '2026-06-09' }],
      ['/api/auth/apex_chart/', { days: '1' }],
      ['/api/auth/get_soc_data/', { days: '1' }],
      ['/api/auth/calendar/', { from_date: '2026-06-09' }],
      ['/api/auth/events/', { from_date: '2026-06-09', until_date: '2026-06-10' }],
    ] as const) {
      const foreign = await ask(path, { sn: FOREIGN, ...query })
      const unknown = await ask(path, { sn: '999999', ...query })
      expectProblem(foreign, 404, 'not_found')
      expect(foreign.body).toBe(unknown.body)
      const { 'x-request-id': _, date: __, ...headers } = foreign.headers
      expect(unknown.headers).toMatchObject(headers)
    }
  })

  it('API-04 a range before the claim or in the future is empty, not an error', async () => {
    for (const [from_date, reason] of [
      ['2025-06-09', 'before_claim'],
      ['2027-06-09', 'future'],
    ] as const) {
      const answer = await askGraph({ from_date, interval: 'Month', series: 'm0,energies' })
      expect(answer.statusCode).toBe(200)
      expect(graphOf(answer).gaps.map((gap) => gap.reason)).toEqual([reason])
      expect(series(answer, 'm4')?.every((value) => value === null)).toBe(true)
    }
  })

  it('API-04 bears a tag by which a past day is not sent again, until something late changes it', async () => {
    const query = { from_date: '2026-03-29', series: 'm0' }
    const first = await askGraph(query)
    expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache' })
    const etag = String(first.headers.etag)
    expect(etag).toMatch(/^"[\w-]+"$/)
    const again = await askGraph(query, { 'if-none-match': etag })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    while (await api.db.transaction((sql) => sealDays(sql, api.now())));
    expect((await askGraph(query, { 'if-none-match': etag })).statusCode).toBe(304)
    await measure(0, Date.parse('2026-03-28T23:05:00Z'), 1, 4)
    expect((await askGraph(query, { 'if-none-match': etag })).statusCode).toBe(200)
  })

  it('API-04 a day that goes on is kept nowhere', async () => {
    const today = dayOf(api.now(), 'Europe/Berlin')
    expect((await askGraph({ from_date: today })).headers['cache-control']).toBe('no-store')
  })

  it('API-04 is compressed for whoever takes that, under a tag of its own', async () => {
    const query = { interval: 'Year', resolution: 'quarter', series: 'm0,m6' }
    const plain = await askGraph(query)
    const packed = await askGraph(query, { 'accept-encoding': 'br, gzip' })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5)
    expect(packed.headers.etag).not.toBe(plain.headers.etag)
    const refused = await askGraph(query, { 'accept-encoding': 'gzip;q=0' })
    expect(refused.headers['content-encoding']).toBeUndefined()
  })

  it('API-04 needs a session', async () => {
    expectProblem(
      await api.get(`/api/auth/graph/?sn=${SN}&interval=Day&from_date=2026-06-09`),
      401,
      'session_required',
    )
  })
})

describe('rows', () => {
  it('API-05 ENT-03 has a row a quarter that was measured, and one of nothing for a day that was not', async () => {
    const noon = new Date(Math.floor(api.now().getTime() / QUARTER_MS) * QUARTER_MS - 2 * HOUR_MS)
    await measure(1, noon.getTime(), 2, 2)
    const rows = (await ask('/api/auth/apex_chart/', { sn: OTHER, days: '3', m4: '0' })).json()[OTHER]
    const measured = rows.filter(({ m2 }: { m2: number | null }) => m2 !== null)
    expect(measured).toHaveLength(2)
    expect(measured[0]).toMatchObject({ m2: -200, m5: -800 })
    expect(measured[0]).not.toHaveProperty('m4')
    expect(new Date(measured[0].dm_time)).toEqual(noon)
    expect(measured[0].dm_time).toMatch(/T..:..:..\+0[12]:00$/)
    const missing = rows.filter(({ m2 }: { m2: number | null }) => m2 === null)
    for (const row of missing)
      expect(row).toEqual({ dm_time: expect.stringMatching(/^....-..-..$/), m2: null, m5: null })
    expect(missing.length).toBeGreaterThanOrEqual(1)
  })

  it('API-06 the state of charge is told with and without the slash at the end', async () => {
    const query = { sn: OTHER, days: '2' }
    const answer = await ask('/api/auth/get_soc_data/', query)
    expect(answer.json()[OTHER].at(-1)).toHaveProperty('m6')
    expect((await ask('/api/auth/get_soc_data', query)).body).toBe(answer.body)
  })

  it.each([
    ['0', 'too_small'],
    ['100000', 'too_big'],
    ['-1', 'format'],
    ['all', 'format'],
  ])('API-05 API-06 refuses days=%s', async (days, rule) => {
    for (const path of ['/api/auth/apex_chart/', '/api/auth/get_soc_data']) {
      const answer = await ask(path, { sn: SN, days })
      expectProblem(answer, 400, 'input_invalid')
      expect(answer.json().errors).toEqual({ days: rule })
      expectProblem(await ask(path, { sn: '-1', days: '1' }), 400, 'input_invalid')
    }
  })
})

describe('calendar', () => {
  it('CAL-02 CHT-07 tells each day of a month, and what they come to', async () => {
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

  it('CAL-02 the total sums what is known of its systems', async () => {
    const { days } = calendar.parse(
      (await ask('/api/auth/calendar/', { sn: '-1', from_date: '2026-06-01' })).json(),
    )
    expect(days.find((one) => one.day === '2026-06-09')).toMatchObject({ pv: 4 * 7 * 250 })
  })

  it('CAL-02 PRD-05 in the total, a system that said nothing counts as not measured, one not yet theirs does not', async () => {
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

describe('events', () => {
  it('CHT-10 tells messages, outages, late data and calibrations in the order of time', async () => {
    const system = systems[1] ?? 0
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
    await storeBatch(api.db, [state(1, [], 3), state(2, ['relay', 'ein'], 0), state(3, [], 30)])
    while (await api.db.transaction((sql) => sealDays(sql, api.now())));
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
