import { graph, valuesOf, type WireMeasure } from '@kellersonne/contract/energy/charts'
import { dayAfter, dayOf, QUARTER_MS, startOfDay } from '@kellersonne/core/time/days'
import { percent, volts } from '@kellersonne/core/units/units'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, it } from 'vitest'
import { expectProblem, UNKNOWN } from '../../../test/api.ts'
import { FOREIGN, SN, setUpCharts } from '../../../test/set-up/charts.ts'
import { storeBatch } from '../../app/roles/store-batch.ts'

const ZONE = 'Europe/Berlin'
const SILENT = { grid: null, pv: null, battery: null, output: null, counters: UNKNOWN }
const { api, systems, measure, seal, ask } = setUpCharts()
const askGraph = (query: Record<string, string>, headers: Record<string, string> = {}) =>
  ask('/api/auth/graph/', { sn: SN, interval: 'Day', from_date: '2026-06-09', ...query }, headers)
const graphOf = (answer: LightMyRequestResponse) => graph.parse(answer.json())
const series = (answer: LightMyRequestResponse, name: WireMeasure) => {
  const found = graphOf(answer).series[name]
  return found ? valuesOf(found.values) : null
}

describe('graph', () => {
  it('API-04 PRD-07 PRD-08 returns the powers of a day by quarter, the house with them, and the rest of it as a gap', async () => {
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
      const { series: reported, energies } = graphOf(await askGraph(query))
      const all = (values: (number | null)[]) => values.reduce((a: number, b) => a + (b ?? 0), 0)
      expect(reported.m4?.values).toEqual(energies?.pv)
      return all(reported.m4 ? valuesOf(reported.m4.values) : [])
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

  it('CHT-03 CHT-07 sums what was charged, discharged and made, each by itself', async () => {
    const sums = await askGraph({ interval: 'Hour', method: 'sum', series: 'm3,m4,m7' })
    expect((['m3', 'm4', 'm7'] as const).map((name) => series(sums, name)?.[1])).toEqual([0, 1000, 400])
    const alone = await askGraph({ interval: 'Hour', method: 'sum', series: 'm7' })
    expect(series(alone, 'm7')?.[1]).toBe(400)
  })

  it('CHT-03 CHT-07 sums the grid as what was drawn less what was fed in, and the house also by itself', async () => {
    const sums = await askGraph({ interval: 'Hour', method: 'sum', series: 'm2,m5' })
    expect((['m2', 'm5'] as const).map((name) => series(sums, name)?.[1])).toEqual([-100, -400])
    const house = await askGraph({ interval: 'Hour', method: 'sum', series: 'load' })
    expect(series(house, 'load')?.[1]).toBe(500)
  })

  it('CHT-07 rounds volts and percent to tenths', async () => {
    const [system = 0] = systems()
    const at = new Date('2026-07-01T10:01:00Z')
    const reading = { ...SILENT, at, gridVoltage: volts(230.06), soc: percent(50.06) }
    await storeBatch(api().db, [{ kind: 'reading', system, receivedAt: api().now(), reading }])
    const answer = await askGraph({ from_date: '2026-07-01', series: 'm1,m6' })
    expect([series(answer, 'm1')?.[48], series(answer, 'm6')?.[48]]).toEqual([230.1, 50.1])
  })

  it('CHT-03 PRD-07 returns what is forecast in powers, and in energies rounded to Wh', async () => {
    api().clock.stop()
    const today = dayOf(api().now(), ZONE)
    const start = startOfDay(today, ZONE)
    const count = (startOfDay(dayAfter(today), ZONE).getTime() - start.getTime()) / QUARTER_MS
    const quarters = Array.from({ length: count }, (_, i) => i)
    await api().db.run(
      `insert into forecast (system, since, made_at, start, days, pv, load, pv_history, pv_level, load_history, load_level)
       select system, since, $2, $3, $4, $5, $6, 14, 1, 14, 1 from ownership where system = $1 and until is null`,
      [
        ...[systems()[0], api().now(), start, [count]],
        ...[quarters.map((i) => 3 * i), quarters.map((i) => (i === 0 ? null : 300))],
      ],
    )
    const powers = await askGraph({ from_date: today, series: 'm9,m10' })
    expect(series(powers, 'm9')).toEqual(quarters.map((i) => 3 * i))
    expect(series(powers, 'm10')).toEqual(quarters.map((i) => (i === 0 ? null : 300)))
    const sums = await askGraph({ from_date: today, series: 'm9,m10', method: 'sum' })
    expect(series(sums, 'm9')).toEqual(quarters.map((i) => Math.round(0.75 * i)))
    expect(series(sums, 'm10')?.slice(0, 2)).toEqual([null, 75])
    api().clock.go()
  })

  it('CHT-03 energies are summed whatever the method, where nothing in particular is asked for', async () => {
    const { series: reported } = graphOf(await askGraph({ interval: 'Hour' }))
    expect(reported.m7).toMatchObject({ method: 'sum', unit: 'Wh' })
    expect(reported.m1).toMatchObject({ method: 'mean', unit: 'V' })
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
    await seal()
    expect((await askGraph(query, { 'if-none-match': etag })).statusCode).toBe(304)
    await measure(0, Date.parse('2026-03-28T23:05:00Z'), 1, 4)
    expect((await askGraph(query, { 'if-none-match': etag })).statusCode).toBe(200)
  })

  it('API-04 a day that goes on is kept nowhere', async () => {
    const today = dayOf(api().now(), 'Europe/Berlin')
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
      await api().get(`/api/auth/graph/?sn=${SN}&interval=Day&from_date=2026-06-09`),
      401,
      'session_required',
    )
  })
})
