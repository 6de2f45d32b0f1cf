import { describe, expect, it } from 'vitest'
import { type Day, dayAfter, QUARTER_MS, startOfDay } from '../../time/days.ts'
import { finished } from '../steps.ts'
import type { Quarters } from './days.ts'
import type { Known } from './forecast.ts'
import { pvForecast } from './pv.ts'
import { learnPv } from './sun/learn.ts'
import { chance, clearnessOn, daysUntil, energyOf, plantDay, weatherUntil } from './test/plant.ts'

const timeZone = 'Europe/Berlin'
const today = '2026-06-18' as Day
const at = (quarter: number, day = today, zone = timeZone) =>
  new Date(startOfDay(day, zone).getTime() + quarter * QUARTER_MS)
const known = (history: Map<Day, Quarters>, quarter = 0): Known => ({ history, now: at(quarter), timeZone })
const learnt = (one: Known, days = 100): Known => ({ ...one, memory: finished(learnPv(one, days)).memory })

describe('PV forecast with weather', () => {
  const history = daysUntil(dayAfter(today, -1), 150, plantDay(timeZone))
  const weather = weatherUntil(dayAfter(today, 2), 153, timeZone, at(-4))
  const error = (one: Known) =>
    Math.abs(energyOf(pvForecast(one).days[0]?.quarters ?? []) / energyOf(plantDay(timeZone)(today)) - 1)

  it('FCT-03 learns how the plant follows it', () => {
    const one = learnt({ ...known(history), weather })
    expect(pvForecast(one)).toMatchObject({ method: 'weather', weather: 'used' })
    expect(error(one)).toBeLessThan(0.12)
    expect(pvForecast({ ...one, weather: null })).toMatchObject({ method: 'own', weather: 'none' })
  })

  it.each([
    ['old', { ...weather, issuedAt: at(-97) }],
    ['old', { ...weather, irradiance: weather.irradiance.slice(0, 148 * 24) }],
    ['implausible', { ...weather, irradiance: weather.irradiance.map((one) => (one ?? 0) * 40) }],
    ['implausible', { ...weather, irradiance: weather.irradiance.map(() => Number.NaN) }],
    ['implausible', { ...weather, stepMs: 10 }],
    [
      'implausible',
      weatherUntil(dayAfter(today, 2), 153, timeZone, at(-4), (day) => 1.15 - clearnessOn(day)),
    ],
    ['learning', weatherUntil(dayAfter(today, 2), 8, timeZone, at(-4))],
  ])('FCT-03 does without it where it is %s', (use, given) => {
    expect(pvForecast({ ...known(history), weather: given })).toEqual({
      ...pvForecast(known(history)),
      weather: use,
    })
  })

  it('FCT-03 says so where own past was better lately', () => {
    const weekly = (day: Day) =>
      0.2 + 0.5 * chance(`week ${Math.floor(Date.parse(day) / 6.048e8)}`) + 0.3 * chance(`day ${day}`)
    const steady = daysUntil(dayAfter(today, -1), 150, plantDay(timeZone, weekly))
    const poor = weatherUntil(
      ...([dayAfter(today, 2), 153, timeZone, at(-4)] as const),
      (day) => 0.3 * weekly(day) + 0.7 * chance(`other ${day}`),
    )
    const { method, weather: use } = pvForecast(learnt({ ...known(steady), weather: poor }))
    expect([method, use]).toEqual(['own', 'no_better'])
  })
})
