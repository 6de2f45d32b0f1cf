import { forecastQuality, forecastRecord } from '@kellersonne/contract/energy/forecast-record'
import { dayAfter, dayOf, startOfDay } from '@kellersonne/core/time/days'
import { describe, expect, it } from 'vitest'
import { NOW, setUpForecasts, TIME_ZONE } from '../../../../test/set-up/forecasts.ts'
import type { OwnedSystem } from '../../../systems/store.ts'
import { makeForecasts } from '../making.ts'
import { recordOf } from './answers.ts'
import { qualityOf } from './quality.ts'

const { db, newSystem, report, make } = setUpForecasts()
const today = dayOf(NOW, TIME_ZONE)
const daysAgo = (days: number) => dayAfter(today, -days)
const quality = async (system: OwnedSystem) => forecastQuality.parse(await qualityOf(db(), system, NOW))
const recordOn = async (system: OwnedSystem, back: number) =>
  forecastRecord.parse(await recordOf(db(), system, daysAgo(back), NOW))
/** Sun from 6 to 18 UTC, but on some days, none. */
const sunny = (at: Date) => ({ pv: at.getUTCHours() >= 6 && at.getUTCHours() < 18 ? 900 : 0, load: 500 })

/** The job looks so many times, with nothing due. */
async function look(times: number) {
  for (let i = 0; i < times; i += 1) await db().transaction((sql) => makeForecasts(sql, NOW))
}

describe('forecasts of days before the first that is kept', () => {
  it('FCT-31 are made by what was known then, judged, and distinguished from those that were shown', async () => {
    const system = await newSystem()
    await report(system, 60, sunny)
    await make()
    expect((await quality(system)).periods[1]?.reissued).toBeLessThan(10)
    await look(40)
    const { since, periods, recent } = await quality(system)
    expect([since, periods[0]?.days, periods[0]?.reissued]).toEqual([daysAgo(39), 30, 30])
    expect(recent.pv.map(({ day }) => day).at(-1)).toBe(daysAgo(1))
    expect(periods[0]?.pv.score?.error).toBeLessThan(3)
    const record = await recordOn(system, 3)
    expect(record).toMatchObject({ reissued: true, weather: false, issues: [] })
    expect(Math.abs((record.outcome?.pv ?? 0) - 10_800)).toBeLessThan(50)
    expect((await recordOn(system, 0)).reissued).toBe(false)
  })

  it('FCT-31 leave issued forecasts alone', async () => {
    const system = await newSystem()
    await report(system, 40, sunny, startOfDay(daysAgo(1), TIME_ZONE))
    await make(startOfDay(daysAgo(1), TIME_ZONE))
    await report(system, 1, sunny)
    await make()
    await look(30)
    const [yesterday, earlier] = [await recordOn(system, 1), await recordOn(system, 2)]
    expect([yesterday.reissued, earlier.reissued]).toEqual([false, true])
  })

  it('FCT-31 FCT-02 do not make up for a day on which PV stood still: it does not count for PV, and is named', async () => {
    const system = await newSystem()
    const midnight = startOfDay(daysAgo(1), TIME_ZONE)
    await report(system, 40, sunny, midnight)
    await make(midnight)
    await report(system, 1, (at) => ({ ...sunny(at), pv: 0 }))
    await make()
    const [month] = (await quality(system)).periods
    expect(month).toMatchObject({
      pv: { excluded: { faulty: 1, snow: 0, curtailed: 0, gap: 0 } },
      load: { excluded: { faulty: 0 }, score: { worst: { day: daysAgo(1) } } },
    })
    expect((await recordOn(system, 1)).outcome).toMatchObject({
      pv: 0,
      excluded: { pv: 'faulty', load: null },
    })
  })
})
