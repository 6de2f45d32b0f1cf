import { describe, expect, it } from 'vitest'
import { balance } from '../energy/balance.ts'
import type { DayCourse } from '../energy/forecast/forecast.ts'
import { dayAfter, dayOf, QUARTER_MS, startOfDay } from '../time/days.ts'
import { percent, wattHours, watts } from '../units/units.ts'
import { liveSystem, now } from './test/live-system.ts'
import {
  type EnergyDay,
  expectedToday,
  isKnown,
  outlookOf,
  ownFrom,
  sumDays,
  type TimedEnergies,
  totalBalance,
  weatherNotice,
} from './today.ts'
import { total } from './totals.ts'

const timeZone = 'Europe/Berlin'
const today = dayOf(now, timeZone)
const days = (power: number | null, count = 3): DayCourse[] =>
  Array.from({ length: count }, (_, i) => {
    const day = dayAfter(today, i)
    const quarters = Array.from({ length: 96 }, () => (power === null ? null : watts(power)))
    return { day, start: startOfDay(day, timeZone), quarters }
  })
const dark = { pv: days(0), load: days(300) }
const weak = liveSystem(1, { soc: percent(2), capacity: wattHours(5000) })

describe('what today is expected to bring', () => {
  // 11:42 in Berlin: 12.3 hours are left.
  it('DSH-12 ENT-02 is what it brought and what is left of it', () => {
    const forecast = expectedToday(liveSystem(1).today, { pv: days(1000), load: days(500) }, now)
    expect(forecast.energy).toBeCloseTo(4500 + 12_300, 6)
    // House so far: 4500 + 100 + 800 − 700 − 2800.
    expect(forecast.load).toBeCloseTo(1900 + 6150, 6)
  })

  it('DSH-12 is not known without a forecast, or without what it brought', () => {
    const nothing = { energy: null, load: null }
    expect(expectedToday(weak.today, { pv: [], load: [] }, now)).toEqual(nothing)
    expect(expectedToday(weak.today, { pv: days(null), load: days(null) }, now)).toEqual(nothing)
    expect(expectedToday({ ...weak.today, pv: null }, dark, now)).toEqual(nothing)
  })

  it('PRD-05 of all systems is the sum of what is known', () => {
    const of = (energy: number | null) =>
      liveSystem(1, { forecast: { energy: energy === null ? null : wattHours(energy), load: null } })
    expect(total([of(100), of(null), of(30)], now).forecast).toEqual({ energy: 130, load: null })
  })
})

describe('bad weather', () => {
  it('DSH-04 is shown for a unit that works', () => {
    // The reserve of 50 Wh lasts 10 hours at the unit's own 5 W; the rest is drained at once.
    const notice = weatherNotice(weak, dark, now)
    expect(Object.keys(notice ?? {})).toEqual(['emptyAt', 'endsAt'])
    expect(notice?.endsAt).toBeNull()
    expect(notice?.emptyAt.getTime()).toBeGreaterThan(now.getTime() + 9 * 3_600_000)
    expect(notice?.emptyAt.getTime()).toBeLessThan(now.getTime() + 11 * 3_600_000)
  })

  it.each([
    ['off', { status: 'off' }],
    ['stopped', { messages: [{ code: 'relay', since: null }] }],
    ['not_heard', { online: false }],
    ['not_heard', { lastOnline: new Date(now.getTime() - 16 * 60_000) }],
    ['not_known', { soc: null }],
    ['not_known', { capacity: null }],
  ] as const)('DSH-04 is not shown for one that is %s', (gap, more) => {
    const system = { ...weak, ...more }
    expect(outlookOf(system, dark, now)).toBe(gap)
    expect(weatherNotice(system, dark, now)).toBeNull()
  })

  it('DSH-04 DSH-12 is not shown where there is too little history', () => {
    expect(outlookOf(weak, { pv: days(null), load: days(300) }, now)).toBe('too_little_history')
    expect(outlookOf(weak, { pv: [], load: [] }, now)).toBe('too_little_history')
    expect(weatherNotice(weak, { pv: days(0), load: days(null) }, now)).toBeNull()
  })

  it('DSH-04 is shown for one with a message that stops nothing', () => {
    expect(weatherNotice({ ...weak, messages: [{ code: 'm', since: null }] }, dark, now)).not.toBeNull()
  })
})

it('AUT-12 the quarter in which a system changes hands is nobody’s', () => {
  expect(ownFrom(new Date('2026-06-18T09:42:00Z'))).toEqual(new Date('2026-06-18T09:45:00Z'))
  expect(ownFrom(new Date('2026-06-18T09:45:00Z'))).toEqual(new Date('2026-06-18T09:45:00Z'))
  expect(ownFrom(new Date('2026-06-18T09:45:00.001Z'))).toEqual(new Date('2026-06-18T10:00:00Z'))
})

describe('days of several systems', () => {
  it('PRD-05 DSH-12 are the sum of what is known of each quarter', () => {
    const [first] = sumDays([days(100), days(null), days(30)])
    expect(new Set(first?.quarters)).toEqual(new Set([130]))
    expect(new Set(sumDays([days(null)])[0]?.quarters)).toEqual(new Set([null]))
    expect(sumDays([])).toEqual([])
  })

  it('PRD-05 meet at the same instant, wherever they are', () => {
    const west = days(7).map((day) => ({ ...day, start: new Date(day.start.getTime() + 4 * QUARTER_MS) }))
    const quarters = sumDays([days(100, 1), west])[0]?.quarters
    expect([quarters?.[3], quarters?.[4]]).toEqual([100, 107])
  })
})

describe('the balance of several systems', () => {
  const quarter = (
    at: number,
    given: Partial<Record<keyof TimedEnergies, number | null>> = {},
  ): TimedEnergies => {
    const of = (name: keyof TimedEnergies) => {
      const value = name in given ? (given[name] ?? null) : 0
      return value === null ? null : wattHours(value)
    }
    return {
      at: new Date(now.getTime() + at * QUARTER_MS),
      pv: of('pv'),
      import: of('import'),
      feedIn: of('feedIn'),
      charge: of('charge'),
      discharge: of('discharge'),
      house: of('house'),
    }
  }
  const silent = (at: number) =>
    quarter(at, { pv: null, import: null, feedIn: null, charge: null, discharge: null, house: null })
  const day = (...quarters: TimedEnergies[]): EnergyDay => ({ today: quarters, before: [], gaps: [] })
  const roof = day(
    quarter(0, { pv: 1000, feedIn: 600, house: 400 }),
    quarter(1, { pv: 1000, feedIn: 600, house: 395 }),
  )
  const house = day(quarter(0, { import: 400, house: 390 }), silent(1))

  it('PRD-05 DSH-08 is that of their sums, quarter by quarter', () => {
    const both = totalBalance([roof, house])
    expect(both.energies).toEqual({ pv: 2000, import: 400, feedIn: 1200, charge: 0, discharge: 0 })
    expect(both.house.value).toBe(1200)
    expect(both.selfSufficiency.value).toBeCloseTo((100 * 800) / 1200, 10)
    expect(totalBalance([roof])).toEqual(balance(roof.today))
  })

  it('DSH-11 gives the measured share of all, and the residual of what all report', () => {
    const both = totalBalance([roof, house])
    expect(both.measured).toBe(75)
    expect(both.residual).toBe(15)
    const mute = day(quarter(0, { import: 400, house: null }))
    expect(totalBalance([roof, mute]).residual).toBe(5)
  })

  it('DSH-08 knows which system reports nothing', () => {
    expect([roof, house, day(silent(0)), day(quarter(0, { import: null })), day()].map(isKnown)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    expect(totalBalance([])).toMatchObject({
      flows: null,
      measured: null,
      house: { value: null, why: 'not_measured' },
    })
  })
})
