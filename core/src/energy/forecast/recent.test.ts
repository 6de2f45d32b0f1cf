import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Day, dayAfter, dayOf, QUARTER_MS, startOfDay } from '../../time/days.ts'
import { wattHours, watts } from '../../units/units.ts'
import { type Quarters, quartersIn } from './days.ts'
import { expectedEnergy, remainingEnergy } from './energies.ts'
import { type Recent, recentLoad, recentPv } from './recent.ts'

const timeZone = 'Europe/Berlin'
const today = dayOf(new Date('2026-06-18T10:00:00Z'), timeZone) // a Thursday
const midnight = startOfDay(today, timeZone)
const at = (quarter: number, day = today) =>
  new Date(startOfDay(day, timeZone).getTime() + quarter * QUARTER_MS)

type Power = (quarter: number, age: number, day: Day) => number | null
const quarters = (day: Day, power: (quarter: number) => number | null): Quarters =>
  Array.from({ length: quartersIn(day, timeZone) }, (_, i) => {
    const value = power(i)
    return value === null ? null : watts(value)
  })
/** Builds a history of `count` days before a day, each quarter from `power`; age 1 is yesterday. */
const past = (count: number, power: Power, of = today) =>
  new Map(
    Array.from({ length: count }, (_, i) => {
      const day = dayAfter(of, -1 - i)
      return [day, quarters(day, (quarter) => power(quarter, i + 1, day))] as const
    }),
  )
const flat = (value: number) => () => value
const known = (history: Map<Day, Quarters>, now = midnight) => ({ history, now, timeZone })
const values = ({ days }: Recent, day = 0) => new Set(days[day]?.quarters)

describe.each([
  ['PV', recentPv],
  ['load', recentLoad],
])('%s forecast', (_, forecast) => {
  it('DSH-12 of days that are all alike is that day, today and tomorrow', () => {
    const found = forecast(known(past(14, flat(500))))
    expect(found.days.map(({ day, start, quarters: q }) => [day, start, q.length])).toEqual([
      [today, midnight, 96],
      [dayAfter(today), startOfDay(dayAfter(today), timeZone), 96],
    ])
    expect([values(found), values(found, 1)]).toEqual([new Set([500]), new Set([500])])
    expect(found).toMatchObject({ history: 14, level: 1 })
  })

  it('DSH-12 is null with less than five days of history', () => {
    expect(values(forecast(known(past(4, flat(500)))))).toEqual(new Set([null]))
    expect(values(forecast(known(past(5, flat(500)))))).toEqual(new Set([500]))
    expect(values(forecast(known(new Map())))).toEqual(new Set([null]))
  })

  it('DSH-12 takes no gap for a zero', () => {
    const gap = (days: number) => past(14, (quarter, age) => (quarter === 40 && age <= days ? null : 500))
    expect(forecast(known(gap(9))).days[0]?.quarters[40]).toBe(500)
    const unknown = forecast(known(gap(10))).days[0]?.quarters
    expect([unknown?.[39], unknown?.[40], unknown?.[41]]).toEqual([500, null, 500])
  })

  it('DSH-12 is not bent by one odd day', () => {
    const odd = past(14, (_quarter, age) => (age === 9 ? 90_000 : 500))
    expect(forecast(known(odd)).days[0]?.quarters[50]).toBe(500)
  })

  it('DSH-12 forgets what is older than 14 days', () => {
    expect(values(forecast(known(past(30, (_, age) => (age <= 14 ? 500 : 9000)))))).toEqual(new Set([500]))
  })

  it('DSH-12 makes no use of quarters that are not over', () => {
    const history = past(14, flat(500))
    const now = new Date(at(40).getTime() + QUARTER_MS / 2)
    const before = forecast(known(history, now))
    history.set(
      today,
      quarters(today, (quarter) => (quarter < 40 ? null : 9000)),
    )
    expect(forecast(known(history, now))).toEqual(before)
  })

  it.each([
    ['2026-03-29', 92],
    ['2026-10-25', 100],
  ])('CHT-07 covers every quarter of %s, which has %d', (text, count) => {
    const changing = dayOf(new Date(`${text}T12:00:00Z`), timeZone)
    for (const of of [changing, dayAfter(changing, -1), dayAfter(changing)]) {
      const now = startOfDay(of, timeZone)
      const found = forecast(known(past(14, flat(500), of), now), 3)
      expect(found.days.find(({ day }) => day === changing)?.quarters.length ?? count).toBe(count)
      expect(found.days.flatMap(({ quarters: q }) => q).filter((power) => power !== 500)).toEqual([])
    }
  })

  it('DSH-12 never falls below zero, whatever was measured', () => {
    const day = fc.array(fc.option(fc.nat(20_000)), { minLength: 96, maxLength: 96 })
    fc.assert(
      fc.property(fc.array(day, { maxLength: 15 }), fc.nat(96), (days, passed) => {
        const history = new Map(
          days.map((q, i) => [
            dayAfter(today, -i),
            quarters(dayAfter(today, -i), (quarter) => q[quarter] ?? null),
          ]),
        )
        for (const { quarters: q } of forecast(known(history, at(passed, today)), 3).days)
          expect(q.every((power) => power === null || (power >= 0 && Number.isFinite(power)))).toBe(true)
      }),
      { numRuns: 30 },
    )
  })
})

describe('PV forecast', () => {
  const sunny = (quarter: number) => (quarter >= 24 && quarter < 80 ? 1000 : 0)
  const soFar = (passed: number, factor: number) => {
    const history = past(14, (quarter, age) => (age === 5 ? 2 : 1) * sunny(quarter))
    history.set(
      today,
      quarters(today, (quarter) => factor * sunny(quarter)),
    )
    return recentPv(known(history, at(passed)))
  }

  it('DSH-12 follows what today has yielded so far, the more the longer', () => {
    // An ordinary day is 56 quarters of 1 kW; the expected level weighs 5 % of it.
    expect(soFar(24, 0.5).level).toBe(1)
    expect(soFar(28, 0.5).level).toBeCloseTo((2 + 2.8) / (4 + 2.8), 10)
    expect(soFar(52, 0.5).level).toBeCloseTo((14 + 2.8) / (28 + 2.8), 10)
    expect(soFar(52, 0.5).days[0]?.quarters[60]).toBeCloseTo(545.45, 1)
  })

  it('DSH-12 keeps half of what today deviates for tomorrow', () => {
    const { level, days } = soFar(52, 0.5)
    expect(days[1]?.quarters[60]).toBeCloseTo(1000 * (1 - (1 - level) / 2), 10)
  })

  it('DSH-12 is never above the best of the 14 days', () => {
    expect(soFar(52, 9).days[0]?.quarters[60]).toBe(2000)
  })

  it('DSH-12 expects of today half of what yesterday deviated', () => {
    const bright = past(14, (quarter, age) => (age === 1 ? 2 : 1) * sunny(quarter))
    expect(recentPv(known(bright)).days.map(({ quarters: q }) => q[40])).toEqual([1500, 1250])
  })

  it('DSH-12 of weeks without sun is none, and of nothing measured at night not known', () => {
    expect(values(recentPv(known(past(14, flat(0)))))).toEqual(new Set([0]))
    const daylight = past(14, (quarter) => (quarter < 24 ? null : 100))
    expect(recentPv(known(daylight)).days[0]?.quarters.slice(22, 26)).toEqual([null, null, 100, 100])
  })

  it('CHT-07 goes by the sun when the clocks change', () => {
    const changing = dayOf(new Date('2026-03-29T12:00:00Z'), timeZone)
    const morning = past(14, (quarter) => (quarter >= 28 && quarter < 68 ? 800 : 0), changing)
    const [of, after] = recentPv(known(morning, startOfDay(changing, timeZone))).days
    // Sunrise at 07:00 is at 08:00 in the new time.
    expect(of?.quarters.indexOf(watts(800))).toBe(28)
    expect(after?.quarters.indexOf(watts(800))).toBe(32)
  })
})

describe('load forecast', () => {
  const weekly: Power = (_, __, day) => ([0, 6].includes(new Date(day).getUTCDay()) ? 900 : 300)

  it('DSH-12 is half the last four like days, half all', () => {
    const saturday = dayOf(new Date('2026-06-20T10:00:00Z'), timeZone)
    const found = recentLoad(known(past(14, weekly, saturday), startOfDay(saturday, timeZone)), 3)
    // Of 14 days without the highest and lowest, 3 of 12 are weekend days: 450 W.
    const [sat, sun, mon] = found.days.map(({ quarters: q }) => q[40] ?? 0)
    expect(found.level).toBe((1 + 0.2 * (300 / 375 - 1)) * 1)
    expect(sat).toBeCloseTo(675 * found.level, 10)
    expect(sun).toBeCloseTo(675 * (1 + 0.2 * (found.level - 1)), 10)
    expect(mon).toBeCloseTo(375 * (1 + 0.04 * (found.level - 1)), 10)
  })

  it('DSH-12 goes by all days where no two like ones are known', () => {
    const saturday = dayOf(new Date('2026-06-20T10:00:00Z'), timeZone)
    expect(values(recentLoad(known(past(5, weekly, saturday), startOfDay(saturday, timeZone))))).toEqual(
      new Set([300]),
    )
  })

  it('DSH-12 follows today slowly, and at most to its double', () => {
    const drawing = (value: number) => {
      const history = past(14, flat(400))
      history.set(today, quarters(today, flat(value)))
      return recentLoad(known(history, at(48))).level
    }
    expect(drawing(800)).toBeCloseTo((0.5 * 2 + 1) / 1.5, 10)
    expect([drawing(40_000), drawing(0)]).toEqual([2, 1 / 1.5])
  })

  it('CHT-07 goes by the clock when the clocks change', () => {
    const changing = dayOf(new Date('2026-03-29T12:00:00Z'), timeZone)
    const morning = past(14, (quarter) => (quarter < 28 ? 200 : 800), changing)
    const [of, after] = recentLoad(known(morning, startOfDay(changing, timeZone))).days
    expect(of?.quarters.indexOf(watts(800))).toBe(24)
    expect(after?.quarters.indexOf(watts(800))).toBe(28)
  })
})

describe('energy forecast', () => {
  const day = { day: today, start: midnight, quarters: quarters(today, flat(1000)) }

  it('ENT-02 is what is left of the day, a begun quarter by its share', () => {
    expect(remainingEnergy(day, midnight)).toBe(24_000)
    expect(remainingEnergy(day, new Date(at(95).getTime() + 5 * 60_000))).toBeCloseTo(166.667, 2)
    expect(remainingEnergy(day, at(96))).toBe(0)
    expect(remainingEnergy(day, at(-40))).toBe(24_000)
  })

  it('ENT-02 is not known where a quarter that is left is not', () => {
    const gap = { ...day, quarters: quarters(today, (quarter) => (quarter === 40 ? null : 1000)) }
    expect(remainingEnergy(gap, new Date(at(41).getTime() - 1))).toBeNull()
    expect(remainingEnergy(gap, at(41))).toBe(13_750)
  })

  it('ENT-02 is what the day brought and what is left', () => {
    expect(expectedEnergy(wattHours(4000), wattHours(28_000))).toBe(32_000)
    expect(expectedEnergy(null, wattHours(28_000))).toBeNull()
    expect(expectedEnergy(wattHours(4000), null)).toBeNull()
  })
})
