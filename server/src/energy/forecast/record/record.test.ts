import { forecastQuality, forecastRecord } from '@kellersonne/contract/energy/forecast-record'
import { dayAfter, dayOf, QUARTER_MS, startOfDay } from '@kellersonne/core/time/days'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { addFormerOwner } from '../../../../test/database/former-owner.ts'
import { NOW, setUpForecasts, TIME_ZONE } from '../../../../test/set-up/forecasts.ts'
import type { Sql } from '../../../platform/db/database.ts'
import type { OwnedSystem } from '../../../systems/store.ts'
import { graphOf } from '../../charts/graph.ts'
import { recordOf } from './answers.ts'
import { FORECAST_HEADER, forecastPages } from './pages.ts'
import { qualityOf } from './quality.ts'
import { recordStore } from './store.ts'

const DAY_MS = 86_400_000
const { db, newSystem, report, make } = setUpForecasts()
const today = dayOf(NOW, TIME_ZONE)
const midnight = startOfDay(today, TIME_ZONE)
const later = (days: number, minutes = 0) => new Date(midnight.getTime() + days * DAY_MS + minutes * 60_000)
const recordOn = async (system: OwnedSystem, day = today, now = later(2)) =>
  forecastRecord.parse(await recordOf(db(), system, day, now))
const quality = async (system: OwnedSystem, at: Date) =>
  forecastQuality.parse(await qualityOf(db(), system, at))

/** 14 days of 400 W of sun and 500 W of house, a forecast at midnight, and a day with other powers. */
async function dayWith(sun: number, missing = 0) {
  const system = await newSystem()
  await report(system, 14, undefined, midnight)
  await make(midnight)
  const reported = (at: Date) =>
    at.getTime() < midnight.getTime() + missing * QUARTER_MS ? null : { pv: sun, load: 500 }
  await report(system, 1, (at) => (at < midnight ? null : reported(at)), later(1))
  return system
}

describe('the record of forecasts', () => {
  it('FCT-30 keeps the first of a day and the newest of each hour', async () => {
    const system = await newSystem()
    await report(system, 14, undefined, midnight)
    for (const minutes of [0, 15, 45, 75]) await make(later(0, minutes))
    const record = await recordOn(system)
    expect(record).toMatchObject({ issued_at: midnight.toISOString(), weather: false, outcome: null })
    expect(record.pv).toHaveLength(96)
    expect(Math.abs((record.pv[50] ?? 0) - 400)).toBeLessThanOrEqual(4)
    expect(record.sums.pv === null).toBe(record.issues.every(({ pv }) => pv === null))
    expect(await recordOn(system, dayAfter(today, -1))).toMatchObject({
      issued_at: null,
      pv: [],
      outcome: null,
    })
  })

  it('FCT-31 is judged some hours after the day, by what was measured and by rules of thumb', async () => {
    const system = await dayWith(200)
    await make(later(1, 200))
    expect((await recordOn(system)).outcome).toBeNull()
    await make(later(1, 240))
    const { outcome } = await recordOn(system)
    expect(outcome).toMatchObject({ pv: 4800, load: 12_000, measured: 100 })
    const [found] = await recordStore(db()).find([{ system: system.id, start: midnight }])
    expect(found?.judgement).toMatchObject({
      pv: { yesterday: 9600, week: 9600 },
      load: { yesterday: 12_000 },
    })
  })

  it('FCT-31 does not count a day of which less than 95 % was measured, and says why', async () => {
    const [gap, small] = [await dayWith(200, 6), await dayWith(200, 4)]
    await make(later(1, 240))
    expect((await recordOn(gap)).outcome).toMatchObject({ pv: null, excluded: { pv: 'gap' } })
    expect((await recordOn(small)).outcome?.pv).toBeGreaterThan(4800)
    const [month] = (await quality(gap, later(1, 300))).periods
    expect(month).toMatchObject({ length: 30, days: 1, pv: { excluded: { gap: 1 }, score: null } })
  })

  it('FCT-31 is judged anew when something of the day, or of the week before, changes', async () => {
    const system = await dayWith(200)
    await make(later(1, 240))
    await db().run('update quarter set pv_w_sum = 2 * pv_w_sum where system = $1 and at >= $2', [
      system.id,
      midnight,
    ])
    await recordStore(db()).judgeAgain(system.id, midnight, later(1), later(1, 300))
    await make(later(1, 301))
    expect((await recordOn(system)).outcome?.pv).toBe(9600)
    await recordStore(db()).judgeAgain(system.id, later(-3), later(-2), later(1, 310))
    expect(await recordStore(db()).due(later(1, 311), 10)).toHaveLength(1)
  })

  it('FCT-31 AUT-12 is the present owner’s alone', async () => {
    const system = await dayWith(200)
    await make(later(1, 240))
    const since = later(1, 300)
    await addFormerOwner(db(), system.id)
    const next = { ...system, since, visible_from: since }
    expect(await recordOn(next)).toMatchObject({ issued_at: null, outcome: null })
    expect(await quality(next, later(2))).toMatchObject({ since: null, periods: [{ days: 0 }, { days: 0 }] })
  })

  it('FCT-32 CHT-01 appears in charts of past days', async () => {
    const system = await dayWith(200)
    const of = async (from_date: typeof today) => {
      const asked = { sn: system.sn, interval: 'Day', from_date, method: 'mean', balance: false } as const
      const { series } = await graphOf(db(), [system], { ...asked, series: ['m9', 'm10'] }, later(1, 300))
      return series.m9?.values.deltas.filter((delta) => delta !== null).length
    }
    expect(await of(today)).toBe(96)
    expect(await of(dayAfter(today, -1))).toBe(0)
  })

  it('FCT-30 FCT-31 AUT-12 is in the export of those whose day it was, from its first to its last quarter', async () => {
    const system = await dayWith(200)
    await make(later(1, 240))
    const period = { system: system.id, since: system.since, until: later(2) }
    const textOf = async (of: typeof period) => {
      let text = ''
      for await (const page of forecastPages(db(), of)) text += page
      return text
    }
    const [day = ''] = (await textOf(period)).split('\r\n')
    expect(day.split(',').length).toBe(FORECAST_HEADER.length)
    expect(day).toMatch(
      /^2026-06-17T22:00:00.000Z,2026-06-18T22:00:00.000Z,2026-06-17T22:00:00.000Z,false,false,/,
    )
    expect(day).toContain(',4800,')
    for (const part of [{ since: later(0, 1) }, { until: later(1, -1) }])
      expect(await textOf({ ...period, ...part })).not.toContain(day)
  })

  it('FCT-30 takes at most 300 bytes a day in the database', async () => {
    const system = await newSystem()
    await report(
      system,
      14,
      (at) => ({
        pv: 2000 + 1500 * Math.sin(at.getTime() / 7e6),
        load: 400 + 300 * Math.sin(at.getTime() / 3e6),
      }),
      midnight,
    )
    for (let hour = 0; hour < 24; hour += 1) await make(later(0, hour * 60))
    await db().run(
      `insert into forecast_day select start - n * interval '1 day', system, quarters, issues, '\\x0123456789abcdef0123456789ab'
       from forecast_day cross join generate_series(1, 2000) as n where system = $1`,
      [system.id],
    )
    await db().run('vacuum full forecast_day')
    const size = await db().row(
      z.object({ bytes: z.number() }),
      `select pg_total_relation_size('forecast_day')::float8 / count(*) as bytes from forecast_day`,
      [],
    )
    expect(size?.bytes).toBeLessThanOrEqual(300)
  })

  it('API-14 F14 a year of records keeps nobody waiting: they are unpacked in slices', async () => {
    const system = await newSystem()
    await report(system, 14, undefined, midnight)
    await make(midnight)
    const order: string[] = []
    let now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
    const rows: Sql['rows'] = async (...query) => {
      const found = await db().rows(...query)
      setImmediate(() => order.push('another'))
      return found
    }
    await recordStore({ ...db(), rows }).between(system.id, midnight, later(1))
    order.push('unpacked')
    clock.mockRestore()
    expect(order).toEqual(['another', 'unpacked'])
  })
})
