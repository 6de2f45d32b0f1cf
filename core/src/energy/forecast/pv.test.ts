import { describe, expect, it } from 'vitest'
import { type Day, dayAfter, QUARTER_MS, startOfDay } from '../../time/days.ts'
import { watts } from '../../units/units.ts'
import { finished } from '../steps.ts'
import type { Quarters } from './days.ts'
import type { Known } from './forecast.ts'
import { noMemory } from './memory.ts'
import { pvForecast } from './pv.ts'
import { learnPv } from './sun/learn.ts'
import { sunPast } from './sun/sun-past.ts'
import { chance, clearnessOn, daysUntil, energyOf, plantDay } from './test/plant.ts'

const timeZone = 'Europe/Berlin'
const today = '2026-06-18' as Day
const at = (quarter: number, day = today, zone = timeZone) =>
  new Date(startOfDay(day, zone).getTime() + quarter * QUARTER_MS)
const known = (history: Map<Day, Quarters>, quarter = 0): Known => ({ history, now: at(quarter), timeZone })
const learnt = (one: Known, days = 100): Known => ({ ...one, memory: finished(learnPv(one, days)).memory })

/** Shade until 14:00 in Berlin: the plant sees the sun in the afternoon alone. */
const westFacing = (day: Day) =>
  plantDay(timeZone)(day).map((power, i) => (power === null || i >= 56 ? power : watts(0.1 * power)))

describe('PV forecast from own past', () => {
  it('FCT-01 follows the sun of the season and the shade, without knowing either', () => {
    const clear = daysUntil(dayAfter(today, -1), 200, (day) =>
      westFacing(day).map((power) => (power === null ? null : watts(power / clearnessOn(day)))),
    )
    const { method, history, days } = pvForecast(known(clear))
    expect([method, history]).toEqual(['own', 200])
    const expected = plantDay(timeZone, () => 1)(today)
    expect(days[0]?.quarters[44]).toBeCloseTo(0.1 * (expected[44] ?? 0), -1.5)
    expect(Math.abs((days[0]?.quarters[60] ?? 0) / (expected[60] ?? 1) - 1)).toBeLessThan(0.03)
    expect(new Set(days[0]?.quarters.slice(0, 12))).toEqual(new Set([0]))
  })

  it('FCT-01 goes by the last 14 days until there are 21, and by none before there are five', () => {
    const method = (count: number) =>
      pvForecast(known(daysUntil(dayAfter(today, -1), count, plantDay(timeZone)))).method
    expect([0, 4, 5, 20, 21].map(method)).toEqual(['none', 'none', 'recent', 'recent', 'own'])
  })

  it.each([31, 60, 300])('FCT-01 A1 has no number that is none after %i days without readings', (away) => {
    const measured = daysUntil(dayAfter(today, -away - 1), 60, plantDay(timeZone))
    for (const history of [measured, new Map([...measured, [today, plantDay(timeZone)(today)] as const])]) {
      const { days } = pvForecast(known(history, 48))
      const sums = days.flatMap(({ sum }) => (sum ? [sum.low, sum.expected, sum.high] : []))
      const courses = days.flatMap(({ quarters, low, high }) => [...quarters, ...low, ...high])
      expect([...sums, ...courses].filter((value) => Number.isNaN(value))).toEqual([])
    }
  })

  it('FCT-01 lets today so far judge what is like it', () => {
    const history = daysUntil(dayAfter(today, -1), 300, plantDay(timeZone))
    const rest = (clearness: number) => {
      const day = plantDay(timeZone, () => clearness)(today)
      const found = pvForecast(known(new Map(history).set(today, day.slice(0, 48)), 48)).days[0]
      return energyOf(found?.quarters.slice(48) ?? []) / energyOf(day.slice(48))
    }
    for (const clearness of [0.25, 0.5, 0.95]) expect(Math.abs(rest(clearness) - 1)).toBeLessThan(0.12)
  })

  it('FCT-01 shows the mean of seven days, or yesterday, once nothing else was better of late', () => {
    const history = daysUntil(dayAfter(today, -1), 120, plantDay(timeZone))
    const one = learnt(known(history))
    const merit = one.memory?.merits.midnight
    const bad = {
      ...merit?.losses,
      combined: { own: 2, reference: 1, days: 30 },
      week: { own: 1, reference: 1, days: 30 },
    }
    const memory = { ...noMemory, merits: { midnight: { ...(merit ?? expect.fail()), losses: bad } } }
    const { method, days } = pvForecast({ ...one, memory })
    expect(method).toBe('naive')
    const week = Array.from({ length: 7 }, (_, i) => history.get(dayAfter(today, -1 - i))?.[50] ?? 0)
    expect(days[0]?.quarters[50]).toBeCloseTo(week.reduce<number>((sum, power) => sum + power, 0) / 7, 3)
    expect(pvForecast(one).method).toBe('own')
    const steady = { ...bad, yesterday: { own: 0.9, reference: 1, days: 30 } }
    const other = { ...noMemory, merits: { midnight: { ...(merit ?? expect.fail()), losses: steady } } }
    expect(pvForecast({ ...one, memory: other }).days[0]?.quarters[50]).toBeCloseTo(
      history.get(dayAfter(today, -1))?.[50] ?? 0,
      3,
    )
  })

  it('FCT-01 soon follows a plant that has grown, or was exchanged', () => {
    const grown = dayAfter(today, -45)
    const history = daysUntil(dayAfter(today, -1), 365, (day) =>
      plantDay(timeZone, clearnessOn, day < grown ? 5 : 10)(day),
    )
    const usual = daysUntil(dayAfter(today, -1), 365, plantDay(timeZone, clearnessOn, 10))
    const [found, whole] = [history, usual].map((one) =>
      energyOf(pvForecast(learnt(known(one))).days[0]?.quarters ?? []),
    )
    expect(Math.abs((found ?? 0) / (whole ?? 1) - 1)).toBeLessThan(0.15)
  })

  it('FCT-11 knows nothing of what is not over', () => {
    const history = daysUntil(dayAfter(today, -1), 100, plantDay(timeZone))
    const day = plantDay(timeZone)(today)
    const before = learnt(known(new Map(history).set(today, day.slice(0, 40)), 40))
    const later = new Map(history)
      .set(
        today,
        day.map((power, i) => (i < 40 ? power : watts(9000))),
      )
      .set(
        dayAfter(today),
        day.map(() => watts(9000)),
      )
    expect(pvForecast({ ...before, history: later })).toEqual(pvForecast(before))
    expect(finished(learnPv({ ...before, history: later, memory: null }, 5))).toEqual(
      finished(learnPv({ ...before, memory: null }, 5)),
    )
  })
})

describe('what PV forecasts are not made from', () => {
  const excluded = (change: (day: Day, quarters: Quarters) => Quarters, last = today) => {
    const history = daysUntil(dayAfter(last, -1), 120, (day) => change(day, plantDay(timeZone)(day)))
    return pvForecast({ history, now: at(0, last), timeZone })
  }
  const isOne = (day: Day) => day.endsWith('-07')

  it('FCT-02 are days under snow in winter, and days of standstill in summer', () => {
    const still = (day: Day, quarters: Quarters) => (isOne(day) ? quarters.map(() => watts(0)) : quarters)
    expect(excluded(still).excluded).toEqual({ curtailed: 0, snow: 1, faulty: 3, gap: 0 })
    expect(excluded(still, '2027-02-20' as Day).excluded).toEqual({
      curtailed: 0,
      snow: 4,
      faulty: 0,
      gap: 0,
    })
  })

  it('FCT-02 are gaps and jumps of a meter, which leave the rest as it is', () => {
    const gap = (day: Day, quarters: Quarters) => (isOne(day) ? quarters.map(() => null) : quarters)
    const jump = (day: Day, quarters: Quarters) =>
      isOne(day) ? quarters.map((power, i) => (i === 50 ? watts(9e6) : power)) : quarters
    expect(excluded(gap).excluded.gap).toBe(4)
    const { excluded: counted, days } = excluded(jump)
    expect(counted.faulty).toBe(4)
    expect(Math.max(...(days[0]?.high ?? []).map((power) => power ?? 0))).toBeLessThan(7000)
  })

  it('FCT-02 are quarters in which PV was reduced', () => {
    const most = 3000
    const isReduced = (day: Day) => chance(`limit ${day}`) < 0.6
    const clear = daysUntil(
      dayAfter(today, -1),
      120,
      plantDay(timeZone, () => 1),
    )
    const history = new Map(
      [...clear].map(([day, quarters]) => [
        day,
        isReduced(day) ? quarters.map((power) => watts(Math.min(most, power ?? 0))) : quarters,
      ]),
    )
    const curtailed = new Map(
      [...clear.keys()]
        .filter(isReduced)
        .map((day) => [day, new Set(history.get(day)?.flatMap((power, i) => (power === most ? [i] : [])))]),
    )
    const noon = (more: Partial<Known>) =>
      pvForecast({ ...known(history), ...more }).days[0]?.quarters[52] ?? 0
    const full = plantDay(timeZone, () => 1)(today)[52] ?? 0
    expect(noon({})).toBeLessThan(0.85 * full)
    expect(Math.abs(noon({ curtailed }) / full - 1)).toBeLessThan(0.06)
    const always = new Map(
      [...clear.keys()].map((day) => [day, new Set(Array.from({ length: 96 }, (_, i) => i))]),
    )
    expect(noon({ curtailed: always })).toBeGreaterThan(0)
    expect(pvForecast({ ...known(history), curtailed }).excluded.curtailed).toBe(
      [...curtailed.values()].filter(({ size }) => size > 0).length,
    )
    const { days, spoilt } = sunPast({ ...known(history), curtailed })
    expect(days.filter((_, d) => spoilt[d] === 'curtailed')).toEqual(
      days.filter((day) => (curtailed.get(day)?.size ?? 0) >= 4),
    )
  })
})

describe('the band of a PV forecast', () => {
  it('FCT-06 holds four days in five, of quarters and of day sums', () => {
    const all = daysUntil(today, 320, plantDay(timeZone))
    let [held, sums, days] = [0, 0, 0]
    let memory = noMemory
    for (let age = 60; age > 0; age -= 1) {
      const day = dayAfter(today, -age)
      const history = new Map([...all].filter(([other]) => other < day))
      const one = { history, now: at(0, day), timeZone, memory }
      memory = finished(learnPv(one, 100)).memory
      const [reported] = pvForecast({ ...one, memory }).days
      const actual = all.get(day) ?? []
      const noon = actual[52] ?? 0
      days += 1
      if (noon >= (reported?.low[52] ?? 0) && noon <= (reported?.high[52] ?? 0)) held += 1
      if (reported?.sum && energyOf(actual) >= reported.sum.low && energyOf(actual) <= reported.sum.high)
        sums += 1
    }
    for (const count of [held, sums]) {
      expect(count / days).toBeGreaterThan(0.7)
      expect(count / days).toBeLessThan(0.95)
    }
  })

  it('FCT-06 counts what was measured today to its sum', () => {
    const history = daysUntil(dayAfter(today, -1), 120, plantDay(timeZone))
    const day = plantDay(timeZone)(today)
    const sum = pvForecast(known(history.set(today, day.slice(0, 88)), 88)).days[0]?.sum
    expect(sum?.expected).toBeCloseTo(energyOf(day), 0)
    const gap = day.slice(0, 88).map((power, i) => (i === 50 ? null : power))
    expect(pvForecast(known(history.set(today, gap), 88)).days[0]?.sum).toBeNull()
    const dark = day.slice(0, 88).map((power, i) => (i < 8 ? null : power))
    expect(pvForecast(known(history.set(today, dark), 88)).days[0]?.sum?.expected).toBeCloseTo(
      energyOf(day),
      0,
    )
  })
})
