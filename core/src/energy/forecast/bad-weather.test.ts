import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Day, dayAfter, dayOf, QUARTER_MS, startOfDay } from '../../time/days.ts'
import { percent, wattHours, watts } from '../../units/units.ts'
import { badWeather, OUTLOOK_MS } from './bad-weather.ts'
import { EFFICIENCY, type Outlook, OWN_W, socForecast } from './charge.ts'
import { quartersIn } from './days.ts'
import type { DayCourse } from './forecast.ts'

const timeZone = 'Europe/Berlin'
const HOUR = 3_600_000
const today = dayOf(new Date('2026-12-18T10:00:00Z'), timeZone)
const midnight = startOfDay(today, timeZone)

type Power = (hour: number) => number | null
const dayOfPower = (day: Day, hoursBefore: number, power: Power): DayCourse => ({
  day,
  start: startOfDay(day, timeZone),
  quarters: Array.from({ length: quartersIn(day, timeZone) }, (_, i) => {
    const value = power(hoursBefore + i / 4)
    return value === null ? null : watts(value)
  }),
})
/** Three days; `power` gets the hours since the start of the first. */
const days = (power: Power, first = today) =>
  [0, 1, 2].map((i) => {
    const day = dayAfter(first, i)
    const hours = (startOfDay(day, timeZone).getTime() - startOfDay(first, timeZone).getTime()) / HOUR
    return dayOfPower(day, hours, power)
  })
const flat = (value: number) => days(() => value)
/** Only the unit's own 5 W: 240 Wh last 48 hours. */
const outlook = (more: Partial<Outlook> = {}): Outlook => ({
  now: midnight,
  soc: percent(1),
  capacity: wattHours(10_000),
  pv: flat(0),
  load: flat(300),
  ...more,
})
const hoursAfter = (hours: number) => new Date(midnight.getTime() + hours * HOUR)
const lifted = (from: number, to = 999) => days((hour) => (hour >= from && hour < to ? 2000 : 0))

describe('bad weather', () => {
  it('DSH-04 says when the battery is empty and when the sun lifts it again', () => {
    // The reserve of 100 Wh lasts 20 hours at the unit's own 5 W.
    const notice = badWeather(outlook({ pv: lifted(57) }))
    expect(notice).toMatchObject({
      emptyAt: hoursAfter(20),
      endsAt: hoursAfter(57),
      soc: 1,
      capacity: 10_000,
    })
    expect(notice?.steps[0]).toEqual({
      from: midnight,
      until: hoursAfter(0.25),
      pv: 0,
      load: 300,
      battery: 0,
      gain: -OWN_W,
      soc: [1, 0.9875],
    })
  })

  it('DSH-04 has no end where the sun does not come back within the forecast', () => {
    expect(badWeather(outlook())).toMatchObject({ emptyAt: hoursAfter(20), endsAt: null })
    // The PV surplus must exceed the unit's own consumption.
    const faint = days((hour) => (hour >= 30 ? 305 : 0))
    expect(badWeather(outlook({ pv: faint }))?.endsAt).toBeNull()
  })

  it('DSH-04 ends in the next quarter where the sun lifts it by ever so little', () => {
    expect(badWeather(outlook({ pv: lifted(20) }))?.endsAt).toEqual(hoursAfter(20))
    const faint = days((hour) => (hour >= 30 ? 300 + 5.5 / EFFICIENCY : 0))
    expect(badWeather(outlook({ pv: faint }))?.endsAt).toEqual(hoursAfter(30))
  })

  it('DSH-04 has no end where the sun gives just what the unit takes', () => {
    const even = outlook({ soc: percent(0), pv: flat(OWN_W / EFFICIENCY), load: flat(0) })
    expect(badWeather(even)).toMatchObject({ emptyAt: midnight, endsAt: null })
  })

  it('DSH-04 does not come of an ordinary night: the reserve lasts until the sun', () => {
    const summer = days((hour) => (hour % 24 >= 8 && hour % 24 < 16 ? 3000 : 0))
    const steps = socForecast(outlook({ soc: percent(20), pv: summer })) ?? []
    expect(Math.min(...steps.map(({ soc: [, after] }) => after))).toBeLessThan(1)
    expect(badWeather(outlook({ soc: percent(20), pv: summer }))).toBeNull()
  })

  it('DSH-04 counts what comes exactly at 48 hours, and nothing later', () => {
    const lasting = (wh: number) => outlook({ capacity: wattHours(100 * wh), load: flat(0) })
    expect(badWeather(lasting(240))?.emptyAt).toEqual(hoursAfter(48))
    expect(badWeather(lasting(240.01))).toBeNull()
  })

  it('DSH-04 begins within a quarter, now', () => {
    const now = new Date(midnight.getTime() + 7 * 60_000)
    const notice = badWeather(outlook({ now, capacity: wattHours(500) }))
    expect(notice?.emptyAt).toEqual(new Date(now.getTime() + HOUR))
    expect(notice?.steps[0]).toMatchObject({ from: now, until: hoursAfter(0.25) })
  })

  it('DSH-04 is now where the battery is empty, unless the sun is lifting it', () => {
    const empty = outlook({ soc: percent(0), pv: lifted(30) })
    expect(badWeather(empty)).toMatchObject({ emptyAt: midnight, endsAt: hoursAfter(30), soc: 0 })
    expect(badWeather({ ...empty, now: hoursAfter(31) })).toBeNull()
  })

  it.each([
    ['the state of charge is', { soc: null }],
    ['the capacity is', { capacity: null }],
    ['the capacity is nothing and the sun is', { capacity: wattHours(0) }],
    ['the sun is', { pv: days(() => null) }],
    ['the load is', { load: days(() => null) }],
    ['the days are', { pv: [], load: [] }],
    ['a quarter before is', { load: days((hour) => (hour === 19.5 ? null : 300)) }],
    ['the load of the same day is', { load: days(() => 300, dayAfter(today)) }],
  ])('DSH-04 is not shown where %s not known', (_, more) => {
    expect(badWeather(outlook(more))).toBeNull()
  })

  it('DSH-04 has no end where a quarter after is not known', () => {
    const gap = days((hour) => (hour === 25 ? null : 300))
    const notice = badWeather(outlook({ pv: lifted(30), load: gap }))
    expect(notice).toMatchObject({ emptyAt: hoursAfter(20), endsAt: null })
    expect(notice?.steps.at(-1)?.until).toEqual(hoursAfter(25))
  })

  it.each(['2026-03-28', '2026-10-24'])('CHT-07 counts hours, not clocks, from %s', (text) => {
    const first = dayOf(new Date(`${text}T12:00:00Z`), timeZone)
    const start = startOfDay(first, timeZone)
    const pv = days((hour) => (hour >= 50 ? 2000 : 0), first)
    const found = badWeather(
      outlook({ now: start, pv, load: days(() => 300, first), capacity: wattHours(20_000) }),
    )
    expect(found?.emptyAt).toEqual(new Date(start.getTime() + 40 * HOUR))
    expect(found?.endsAt).toEqual(new Date(start.getTime() + 50 * HOUR))
  })
})

describe('expected state of charge', () => {
  it('PRD-07 loses a share each way and keeps to what the unit can do', () => {
    const half = outlook({ soc: percent(50), load: flat(0) })
    const first = (more: Partial<Outlook>) => socForecast({ ...half, ...more })?.[0]
    const limits = { charge: watts(1000), discharge: watts(800) }
    expect(first({ pv: flat(3000) })).toMatchObject({ battery: -3000, gain: 3000 * EFFICIENCY - OWN_W })
    expect(first({ pv: flat(3000), limits })?.battery).toBe(-1000)
    expect(first({ load: flat(950) })).toMatchObject({ battery: 950, gain: -1000 - OWN_W })
    expect(first({ load: flat(950), limits })?.battery).toBe(800)
    expect(first({ load: flat(950), limits: { charge: null, discharge: null } })?.battery).toBe(950)
  })

  it('PRD-07 takes what there is room for, and gives what lies above the reserve', () => {
    const first = (more: Partial<Outlook>) => socForecast(outlook(more))?.[0]
    const full = { soc: percent(100), load: flat(0) }
    expect(first({ ...full, pv: flat(0.5) })?.battery).toBe(0)
    const room = first({ ...full, soc: percent(99.9), pv: flat(3000) })
    expect(room?.battery).toBeCloseTo(-10 / (EFFICIENCY * 0.25), 6)
    expect(first({ soc: percent(1.02) })?.battery).toBeCloseTo((2 * EFFICIENCY) / 0.25, 6)
    expect(first({ soc: percent(50), pv: flat(300) })?.battery).toBe(0)
    expect(first({ soc: percent(50), load: flat(0.5) })?.gain).toBe(-0.5 / EFFICIENCY - OWN_W)
    expect(socForecast(outlook({ soc: null }))).toBeNull()
  })

  it('PRD-07 stays between empty and full, and the house takes nothing of the reserve', () => {
    const power = fc.nat(15_000)
    fc.assert(
      fc.property(
        fc.nat(100),
        power,
        power,
        fc.integer({ min: 1, max: 30_000 }),
        (soc, pv, load, capacity) => {
          const steps = socForecast(
            outlook({ soc: percent(soc), pv: flat(pv), load: flat(load), capacity: wattHours(capacity) }),
          )
          for (const { soc: levels, battery, from, until } of steps ?? []) {
            expect(Math.min(...levels)).toBeGreaterThanOrEqual(0)
            expect(Math.max(...levels)).toBeLessThanOrEqual(100 + 1e-9)
            if (levels[0] <= 1) expect(battery).toBeLessThanOrEqual(1e-9)
            expect(until.getTime() - from.getTime()).toBe(QUARTER_MS)
          }
          expect(steps?.at(-1)?.until.getTime()).toBe(midnight.getTime() + OUTLOOK_MS + 24 * HOUR)
        },
      ),
      { numRuns: 50 },
    )
  })
})
