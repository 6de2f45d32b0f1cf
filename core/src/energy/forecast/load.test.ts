import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Day, dayAfter, QUARTER_MS, startOfDay } from '../../time/days.ts'
import { finished } from '../steps.ts'
import type { Quarters } from './days.ts'
import type { Known } from './forecast.ts'
import { learnLoad } from './house/learn.ts'
import { loadForecast } from './load.ts'
import { chance, daysUntil, energyOf, quartersOf } from './test/plant.ts'

const timeZone = 'Europe/Berlin'
const thursday = '2026-06-18' as Day
const at = (quarter: number, day = thursday) =>
  new Date(startOfDay(day, timeZone).getTime() + quarter * QUARTER_MS)
const known = (history: Map<Day, Quarters>, day = thursday, quarter = 0): Known => ({
  ...{ history, now: at(quarter, day), timeZone },
})
type Power = (quarter: number, day: Day) => number | null
const past = (count: number, power: Power, day = thursday) =>
  daysUntil(dayAfter(day, -1), count, (of) => quartersOf(of, timeZone, (_, quarter) => power(quarter, of)))
const energy = (one: Known, ahead = 0) => energyOf(loadForecast(one, ahead + 1).days[ahead]?.quarters ?? [])
const isFree = (day: Day) => [0, 6].includes(new Date(day).getUTCDay())

describe('load forecast', () => {
  it('FCT-04 is higher on the days on which people are at home', () => {
    const history = past(100, (_, day) => (isFree(day) ? 900 : 300))
    const noon = (day: Day) =>
      loadForecast(
        known(
          past(100, (_, of) => (isFree(of) ? 900 : 300), day),
          day,
        ),
      ).days[0]?.quarters[48]
    expect(noon(thursday)).toBeLessThan(480)
    expect(noon('2026-06-20' as Day)).toBeGreaterThan(600)
    expect(energy(known(history), 2)).toBeGreaterThan(1.3 * energy(known(history)))
  })

  it('FCT-04 takes public holidays for Sundays, those of the region', () => {
    const power: Power = (_, day) => (isFree(day) ? 900 : 300)
    const corpusChristi = '2026-06-04' as Day
    const on = (region: string) =>
      energy({ ...known(past(100, power, corpusChristi), corpusChristi), region })
    expect(on('DE-BY')).toBeGreaterThan(1.3 * on('DE-HH'))
  })

  it('FCT-04 goes by days before which the house drew as in the last 24 hours', () => {
    // Guests come for three days each, and cook at noon.
    const hasGuests = (day: Day) => chance(`guests ${Math.floor(Date.parse(day) / 2.592e8)}`) < 0.4
    const power: Power = (quarter, day) => (hasGuests(day) && quarter > 44 && quarter < 52 ? 2500 : 400)
    const second = Array.from({ length: 40 }, (_, i) => dayAfter(thursday, i)).filter(
      (day) => hasGuests(day) === hasGuests(dayAfter(day, -1)),
    )
    const noon = (wanted: boolean) => {
      const day = second.find((one) => hasGuests(one) === wanted) ?? expect.fail()
      return loadForecast(known(past(200, power, day), day)).days[0]?.quarters[48] ?? 0
    }
    expect(noon(true)).toBeGreaterThan(1.4 * noon(false))
  })

  it('FCT-04 knows that nobody is at home, and that they are back', () => {
    const power =
      (away: number): Power =>
      (quarter, day) =>
        day >= dayAfter(thursday, -away) && day < thursday ? 80 : quarter < 28 ? 200 : 700
    const home = energy(known(past(120, power(0))))
    expect(energy(known(past(120, power(5))))).toBeLessThan(0.45 * home)
    expect(energy(known(past(120, power(1))))).toBeGreaterThan(0.6 * home)
  })

  it('FCT-05 expects the mean, and calls the median usual', () => {
    const history = past(200, (quarter, day) =>
      Math.floor(chance(day) * 96) >> 2 === quarter >> 2 ? 9000 : 300,
    )
    const [day] = loadForecast(known(history)).days
    expect(day?.usual.every((power) => power !== null && power < 400)).toBe(true)
    const true_ = (23 * 300 + 9000) / 24
    expect(Math.abs(energyOf(day?.quarters ?? []) / (24 * true_) - 1)).toBeLessThan(0.15)
    expect(day?.sum?.expected).toBeCloseTo(energyOf(day?.quarters ?? []), 3)
  })

  it('FCT-06 holds four days in five within its sum', () => {
    const power: Power = (quarter, day) => 300 + 800 * chance(`${day}`) + 200 * chance(`${day} ${quarter}`)
    const all = past(300, power)
    let [held, days] = [0, 0]
    let memory: Known['memory'] = null
    for (let age = 40; age > 0; age -= 1) {
      const day = dayAfter(thursday, -age)
      const one = known(new Map([...all].filter(([other]) => other < day)), day)
      memory = finished(learnLoad({ ...one, memory }, 100)).memory
      const sum = loadForecast({ ...one, memory }).days[0]?.sum ?? expect.fail()
      const actual = energyOf(all.get(day) ?? [])
      days += 1
      if (actual >= sum.low && actual <= sum.high) held += 1
    }
    expect(held / days).toBeGreaterThan(0.65)
    expect(held / days).toBeLessThan(0.98)
  })

  it('FCT-04 follows the temperature where the house is heated by it', () => {
    const temperatureOn = (day: Day) => -5 + 18 * chance(`cold ${Math.floor(Date.parse(day) / 1.728e8)}`)
    const january = '2026-01-20' as Day
    const power: Power = (_, day) => 300 + 60 * Math.max(0, 15 - temperatureOn(day))
    const history = past(100, power, january)
    const start = startOfDay(dayAfter(january, -100), timeZone)
    const degrees = (today: number) =>
      Array.from({ length: 102 }, (_, i) => dayAfter(january, i - 100)).flatMap((day) =>
        Array.from({ length: 24 }, () => (day >= january ? today : temperatureOn(day))),
      )
    const on = (today: number) =>
      energy({
        ...known(history, january),
        weather: {
          issuedAt: at(0, january),
          start,
          stepMs: 3_600_000,
          irradiance: [],
          temperature: degrees(today),
        },
      })
    expect(on(-8)).toBeGreaterThan(1.8 * on(12))
    expect(Math.abs(on(0) / (24 * 1200) - 1)).toBeLessThan(0.2)
  })

  it('FCT-11 knows nothing of what is not over', () => {
    const history = past(60, (quarter, day) => 200 + 100 * chance(`${day} ${quarter}`))
    const later = new Map(history).set(
      thursday,
      quartersOf(thursday, timeZone, (_, i) => (i < 40 ? 300 : 9000)),
    )
    const now = new Map(history).set(thursday, quartersOf(thursday, timeZone, () => 300).slice(0, 40))
    const [one, other] = [known(now, thursday, 40), known(later, thursday, 40)]
    expect(loadForecast(other)).toEqual(loadForecast(one))
    expect(finished(learnLoad(other, 3))).toEqual(finished(learnLoad(one, 3)))
  })

  it('FCT-10 survives whatever was measured', () => {
    const power = fc.option(fc.oneof(fc.nat(20_000), fc.double({ min: 0, max: 1e12, noNaN: true })))
    const days = fc.array(fc.array(power, { maxLength: 100 }), { minLength: 25, maxLength: 40 })
    fc.assert(
      fc.property(days, fc.nat(96), (found, passed) => {
        const one = known(
          new Map(
            found.map((q, i) => {
              const day = dayAfter(thursday, -i)
              return [day, quartersOf(day, timeZone, (_, k) => q[k] ?? null)] as const
            }),
          ),
          ...([thursday, passed] as const),
        )
        for (const day of loadForecast({ ...one, memory: finished(learnLoad(one, 2)).memory }, 2).days)
          for (const course of [day.low, day.quarters, day.high, day.usual])
            expect(course.every((value) => value === null || (value >= 0 && Number.isFinite(value)))).toBe(
              true,
            )
      }),
      { numRuns: 20 },
    )
  })
})
