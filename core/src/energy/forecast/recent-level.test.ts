import { describe, expect, it } from 'vitest'
import { type Day, dayAfter, dayOf, startOfDay } from '../../time/days.ts'
import { type Watts, watts } from '../../units/units.ts'
import { recentLoad, recentPv } from './recent.ts'

const timeZone = 'Europe/Berlin'
const saturday = dayOf(new Date('2026-06-20T10:00:00Z'), timeZone)
const thursday = dayAfter(saturday, -2)
const at = (day: Day, hours: number) => new Date(startOfDay(day, timeZone).getTime() + hours * 3_600_000)

type Power = (age: number, quarter: number) => number | null
const quartersOf = (power: (quarter: number) => number | null) =>
  Array.from({ length: 96 }, (_, quarter): Watts | null => {
    const value = power(quarter)
    return value === null ? null : watts(value)
  })
/** Builds a history of `count` days before a day; age 1 is the day before. */
const daysBefore = (day: Day, count: number, power: Power) =>
  new Map(
    Array.from({ length: count }, (_, i) => [
      dayAfter(day, -1 - i),
      quartersOf((quarter) => power(i + 1, quarter)),
    ]),
  )

describe('what a forecast rests on', () => {
  it('DSH-12 is no more than 14 days', () => {
    const history = daysBefore(thursday, 30, () => 500)
    expect(recentPv({ history, now: at(thursday, 0), timeZone }).history).toBe(14)
  })

  it('DSH-12 of a load: the last four like days, and two at the least', () => {
    const quarter = (history: ReturnType<typeof daysBefore>, of: Day) =>
      recentLoad({ history, now: at(of, 0), timeZone }).days[0]?.quarters[40]
    // Wednesday, Tuesday, Monday and the Friday before.
    const working = new Map([1, 2, 3, 6].map((age) => [age, age === 6 ? 900 : 600]))
    const recent = daysBefore(thursday, 14, (age) => working.get(age) ?? 300)
    // Without the highest and lowest, three of twelve days draw twice as much, as yesterday did.
    const [all, own] = [(3 * 600 + 9 * 300) / 12, (3 * 600 + 900) / 4]
    const level = 1 + 0.2 * (600 / ((all + own) / 2) - 1)
    expect(quarter(recent, thursday)).toBeCloseTo(((all + own) / 2) * level, 8)
    const weekend = (count: number) => daysBefore(saturday, count, (age) => (age >= 6 ? 900 : 300))
    expect(quarter(weekend(6), saturday)).toBe(300)
    expect(quarter(weekend(7), saturday)).toBeGreaterThan(500)
  })
})

describe('the level of a day', () => {
  const level = (history: ReturnType<typeof daysBefore>, hours: number, of = recentPv) =>
    of({ history, now: at(thursday, hours), timeZone }).level

  it('DSH-12 is the ordinary one where nothing is known of yesterday, nor of today', () => {
    const gap = daysBefore(thursday, 14, (age) => (age === 1 ? null : 500))
    expect([level(gap, 0), level(gap, 0, recentLoad)]).toEqual([1, 1])
    const night = daysBefore(thursday, 14, (age, quarter) => (quarter < 40 ? 0 : age === 1 ? null : 500))
    expect([level(night, 6), level(night, 6, recentLoad)]).toEqual([1, 1])
    expect(
      level(
        daysBefore(thursday, 14, () => 0),
        12,
      ),
    ).toBe(1)
    expect(level(new Map(), 12)).toBe(1)
  })

  it('DSH-12 goes by yesterday, however little there is to go by', () => {
    const faint = daysBefore(thursday, 14, (age, quarter) => (quarter === 40 ? (age === 1 ? 2 : 1) : null))
    expect(level(faint, 0)).toBeCloseTo(1.5, 10)
  })

  it('DSH-12 leaves out of account what is not known of ordinary days', () => {
    const daylight = daysBefore(thursday, 14, (_, quarter) => (quarter < 24 ? null : 100))
    daylight.set(
      thursday,
      quartersOf((quarter) => (quarter < 24 ? 900 : 50)),
    )
    // 72 quarters are known; the expected level weighs 5 % of them. Eight of them are over.
    expect(level(daylight, 8)).toBeCloseTo((8 * 50 + 0.05 * 7200) / (8 * 100 + 0.05 * 7200), 10)
  })

  it('DSH-12 of a load is never below half, however long nothing is drawn', () => {
    const history = daysBefore(thursday, 14, (age) => (age === 1 ? 0 : 400))
    history.set(
      thursday,
      quartersOf(() => 0),
    )
    const total = 96 * 400
    const prior = 1 + 0.2 * (0.5 - 1)
    expect(level(history, 12, recentLoad)).toBeCloseTo((total * prior) / (total / 2 + total), 1)
    expect(level(history, 23.75, recentLoad)).toBe(0.5)
  })
})
