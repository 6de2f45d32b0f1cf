import { describe, expect, it } from 'vitest'
import { foundSoFar, isSuspicious, learnDay } from './day-so-far.ts'
import type { WatchedQuarters } from './quarters.ts'
import { responsesOf } from './responses.ts'
import { type Wrong, watchedHouse } from './test/house.ts'

const BEFORE = 64
const DAY_QUARTERS = 96

const cut = (all: WatchedQuarters, from: number, until: number): WatchedQuarters => {
  const part = (column: Float64Array) => column.subarray(from, until)
  return {
    start: all.start + from * 900_000,
    ...{ soc: part(all.soc), lowest: part(all.lowest) },
    ...{ charge: part(all.charge), discharge: part(all.discharge) },
    ...{ pv: part(all.pv), import: part(all.import), feedIn: part(all.feedIn) },
    excused: all.excused.subarray(from, until),
  }
}
const start = BEFORE * DAY_QUARTERS
const past = (all: WatchedQuarters) => cut(all, 0, start)
const faulty = (wrong: Omit<Wrong, 'from'>) => watchedHouse(BEFORE + 1, { from: BEFORE, ...wrong })
/** The hours of the last day at whose end something is found. */
const found = (all: WatchedQuarters) =>
  Array.from({ length: 24 }, (_, hour) => ({
    hour: hour + 1,
    names: foundSoFar(learnDay(responsesOf(past(all))), cut(all, start, start + 4 * (hour + 1))),
  })).filter(({ names }) => names.length > 0)
const suspicious = (all: WatchedQuarters, hour: number) =>
  isSuspicious(learnDay(responsesOf(past(all))), cut(all, start + 4 * (hour - 1), start + 4 * hour))

describe('a day that is judged while it lasts', () => {
  it('HLT-32 shows by noon that a battery does not charge, and not before enough has come up', () => {
    const [first] = found(faulty({ charges: false }))
    expect(first?.names).toEqual(['no_charge'])
    expect(first?.hour).toBeGreaterThan(7)
    expect(first?.hour).toBeLessThanOrEqual(12)
    expect(suspicious(faulty({ charges: false }), 6)).toBe(false)
    expect(suspicious(faulty({ charges: false }), 9)).toBe(true)
  })

  it('HLT-32 shows before midnight that a battery does not discharge', () => {
    expect(found(faulty({ discharges: false })).at(-1)?.names).toEqual(['no_discharge'])
  })

  it.each([1, 2, 3, 4, 5])('HLT-32 shows nothing while all is as it was (%i)', (seed) => {
    const all = watchedHouse(BEFORE + 1, undefined, seed)
    expect(found(all)).toEqual([])
    // It rests from one to four each night, which only its whole days can excuse.
    const hours = Array.from({ length: 20 }, (_, hour) => suspicious(all, hour + 5))
    expect(hours).not.toContain(true)
  })

  it('HLT-32 is measured by whole days: what waits for the afternoon each day is usual in the morning', () => {
    const all = watchedHouse(BEFORE + 1)
    for (let i = 0; i < all.soc.length; i += 1) {
      const quarter = i % DAY_QUARTERS
      const surplus = (all.feedIn[i] ?? 0) + (all.charge[i] ?? 0)
      const isAfternoon = quarter >= 52
      all.charge[i] = isAfternoon ? Math.min(750, surplus) : 0
      all.feedIn[i] = surplus - (all.charge[i] ?? 0)
      all.soc[i] = isAfternoon ? Math.min(100, 20 + 4 * (quarter - 52)) : 20
    }
    expect(suspicious(all, 11)).toBe(false)
    expect(found(all)).toEqual([])
  })

  it('HLT-32 is not judged where too little is known', () => {
    expect(learnDay(responsesOf(watchedHouse(10)))).toEqual([])
    const never = learnDay(responsesOf(watchedHouse(BEFORE, { from: 0, charges: false })))
    expect(never.map(({ direction }) => direction)).not.toContain('charge')
    const unmeasured = faulty({ charges: false })
    unmeasured.feedIn.fill(Number.NaN, start)
    expect(found(unmeasured)).toEqual([])
  })
})
