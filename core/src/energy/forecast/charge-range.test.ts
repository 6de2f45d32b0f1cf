import { describe, expect, it } from 'vitest'
import { type Day, startOfDay } from '../../time/days.ts'
import { percent, wattHours, watts } from '../../units/units.ts'
import { chargeRange } from './charge-range.ts'
import type { Flows } from './curtailed.ts'
import { curtailedQuarters } from './curtailed.ts'
import { ownEfficiency } from './efficiency.ts'
import type { DayForecast } from './forecast.ts'

const timeZone = 'Europe/Berlin'
const day = '2026-06-18' as Day
const start = startOfDay(day, timeZone)
const hour = (hours: number) => new Date(start.getTime() + hours * 3_600_000)
const banded = (power: (hour: number) => number, width: number): DayForecast => {
  const course = (factor: number) => Array.from({ length: 96 }, (_, i) => watts(power(i / 4) * factor))
  return {
    ...{ day, start, quarters: course(1), usual: course(1), sum: null },
    ...{ low: course(1 - width), high: course(1 + width) },
  }
}
const sunny = (at: number) => (at >= 8 && at < 18 ? 2000 : 0)
const outlook = (width: number, soc = 20) => ({
  ...{ now: start, soc: percent(soc), capacity: wattHours(8000) },
  ...{ pv: [banded(sunny, width)], load: [banded(() => 300, width)] },
})

describe('the state of charge ahead', () => {
  it('FCT-07 says between when the battery is full, and until when it lasts', () => {
    const { full, lasts, steps } = chargeRange(outlook(0.4)) ?? expect.fail()
    const { earliest, expected, latest } = full ?? expect.fail()
    expect((earliest ?? hour(24)) < (expected ?? hour(0))).toBe(true)
    expect((expected ?? hour(24)) < (latest ?? hour(0))).toBe(true)
    expect((lasts?.earliest ?? hour(24)) < (lasts?.expected ?? hour(0))).toBe(true)
    expect(steps).toHaveLength(96)
    for (const { low, expected: likely, high } of steps) expect(low <= likely && likely <= high).toBe(true)
  })

  it('FCT-07 is one instant where nothing is uncertain', () => {
    const { full } = chargeRange(outlook(0)) ?? expect.fail()
    expect(full?.earliest).toEqual(full?.latest)
  })

  it('FCT-07 states neither what is so already, nor what is not to be expected', () => {
    const full = chargeRange(outlook(0.4, 100))
    expect([full?.full, full?.lasts]).toEqual([null, null])
    const dark = chargeRange({ ...outlook(0.4, 1), pv: [banded(() => 0, 0)] })
    expect([dark?.full, dark?.lasts]).toEqual([null, null])
    expect(chargeRange({ ...outlook(0.4), soc: null })).toBeNull()
  })

  it('FCT-07 goes by the system’s own efficiency, limits and reserve', () => {
    const at = (more: object) => chargeRange({ ...outlook(0), ...more })
    const full = (more: object) => at(more)?.full?.expected?.getTime() ?? Number.POSITIVE_INFINITY
    expect(full({ efficiency: 0.8 })).toBeGreaterThan(full({}))
    expect(full({ limits: { charge: watts(500), discharge: null } })).toBeGreaterThan(full({}))
    const lasts = (more: object) => at(more)?.lasts?.expected?.getTime() ?? 0
    expect(lasts({ reserve: percent(10) })).toBeLessThan(lasts({}))
    const lowest = Math.min(...(at({ reserve: percent(15) })?.steps ?? []).map(({ expected }) => expected))
    expect(lowest).toBeGreaterThan(13)
  })
})

const flows = (
  days: number,
  of: (quarter: number) => { pv: number; grid: number; soc: number; battery: number },
): Flows => {
  const all = Array.from({ length: days * 96 }, (_, i) => of(i % 96))
  const column = (name: 'pv' | 'grid' | 'soc' | 'battery') => Float64Array.from(all, (one) => one[name])
  return { start, pv: column('pv'), grid: column('grid'), soc: column('soc'), battery: column('battery') }
}

describe('what follows from a system’s own flows', () => {
  const isDay = (quarter: number) => quarter >= 32 && quarter < 72

  it('FCT-02 is when feed-in was at its limit', () => {
    const sun = (quarter: number) => Math.max(0, 6000 * Math.sin((Math.PI * (quarter - 24)) / 48))
    const limited = (most: number) =>
      flows(10, (quarter) => ({ pv: sun(quarter), grid: -Math.min(most, sun(quarter)), soc: 50, battery: 0 }))
    const found = curtailedQuarters(limited(4200))
    expect(new Set([...found].map((quarter) => Math.floor(quarter / 96))).size).toBe(10)
    expect([48, 30].map((quarter) => found.has(quarter))).toEqual([true, false])
    expect(curtailedQuarters(limited(9000)).size).toBe(0)
    const still = flows(10, () => ({ pv: 900, grid: -400, soc: 50, battery: 0 }))
    expect(curtailedQuarters(still).size).toBe(0)
  })

  it('FCT-02 is when the battery was full and nothing may be fed in', () => {
    const none = flows(3, (quarter) => ({
      ...{ pv: isDay(quarter) ? 400 : 0, grid: isDay(quarter) ? 5 : 300, battery: 0 },
      soc: quarter > 50 ? 100 : 60,
    }))
    const ofOne = Array.from({ length: 21 }, (_, i) => 51 + i)
    expect([...curtailedQuarters(none)]).toEqual([0, 96, 192].flatMap((first) => ofOne.map((q) => first + q)))
  })

  it('FCT-07 is how much of the energy survives its battery', () => {
    const cycled = (given: number, days = 60) =>
      flows(days, (quarter) => ({
        ...{ pv: 0, grid: 0, soc: quarter === 0 ? 20 : 50 },
        battery: quarter < 24 ? -1000 : quarter < 48 ? given : 0,
      }))
    expect(ownEfficiency(cycled(810))).toBeCloseTo(0.9, 2)
    expect(ownEfficiency(cycled(810, 3))).toBeNull()
    expect(ownEfficiency(cycled(1200))).toBeNull()
    expect(ownEfficiency(flows(60, () => ({ pv: 0, grid: 0, soc: Number.NaN, battery: 0 })))).toBeNull()
  })
})
