import { describe, expect, it } from 'vitest'
import { openTokenBuckets } from '../../platform/rate-limits/token-buckets.ts'
import { openBudget } from './budget.ts'

const SECOND = 1000
const DAY = 86_400 * SECOND

function clock() {
  let ms = Date.parse('2026-06-18T12:00:00Z')
  return {
    now: () => new Date(ms),
    pass(more: number) {
      ms += more
    },
  }
}

describe('buckets', () => {
  it('F8 give a burst, then one each interval, each unit its own', () => {
    const { now, pass } = clock()
    const buckets = openTokenBuckets({ burst: 3, everyMs: 100 }, now)
    expect([1, 2, 3, 4].map(() => buckets.take(7))).toEqual([true, true, true, false])
    expect(buckets.take(8)).toBe(true)
    pass(99)
    expect(buckets.take(7)).toBe(false)
    pass(1)
    expect([buckets.take(7), buckets.take(7)]).toEqual([true, false])
  })

  it('F8 owe what was taken out beyond the burst, until it is back', () => {
    const { now, pass } = clock()
    const buckets = openTokenBuckets({ burst: 3, everyMs: 100 }, now)
    buckets.spend(7, 3)
    expect(buckets.owed(7)).toBe(0)
    buckets.spend(7, 2)
    expect(buckets.owed(7)).toBe(200)
    pass(150)
    expect(buckets.owed(7)).toBe(50)
  })

  it('F8 can be forgiven their debt, and are empty then', () => {
    const buckets = openTokenBuckets({ burst: 3, everyMs: 100 }, clock().now)
    buckets.spend(7, 5)
    buckets.spend(8, 1)
    for (const unit of [7, 8, 9]) buckets.forgive(unit)
    expect(buckets.owed(7)).toBe(0)
    expect([7, 8, 9].map((unit) => buckets.take(unit))).toEqual([false, true, true])
  })

  it('F8 say how long it takes until so many can be taken', () => {
    const { now, pass } = clock()
    const buckets = openTokenBuckets({ burst: 3, everyMs: 100 }, now)
    expect([buckets.missing(7, 3), buckets.take(7, 2), buckets.missing(7, 3)]).toEqual([0, true, 200])
    pass(150)
    expect([buckets.missing(7, 2), buckets.missing(7, 3)]).toEqual([0, 50])
    pass(50)
    expect([buckets.missing(7, 3), buckets.take(7, 3)]).toEqual([0, true])
  })

  it('F8 are forgotten once they are full again', () => {
    const { now, pass } = clock()
    const buckets = openTokenBuckets({ burst: 3, everyMs: 100 }, now)
    for (let unit = 0; unit < 1000; unit += 1) buckets.spend(unit, 1)
    pass(100)
    buckets.spend(1000, 1)
    expect(buckets.size()).toBe(1)
  })
})

/** Sends a number of messages of 100 readings as fast as allowed; returns how long that takes, in ms. */
function report(
  { now, pass }: ReturnType<typeof clock>,
  budget: ReturnType<typeof openBudget>,
  messages: number,
) {
  const began = now().getTime()
  for (let i = 0; i < messages; i += 1) {
    budget.spend(7, 100, 26_000)
    pass(budget.rest(7))
  }
  return now().getTime() - began
}

describe('the budget of a unit', () => {
  it('PRD-02 F8 lets a unit through that says a reading a second, all year', () => {
    const time = clock()
    const budget = openBudget(time.now)
    for (let second = 0; second < 400_000; second += 1) {
      budget.spend(7, 1, 260)
      if (budget.rest(7) > 0) throw new Error(`slowed after ${second} s`)
      time.pass(SECOND)
    }
  })

  it('PRD-02 F8 lets the backlog of a week through within a minute, and that of a month without slowing down', () => {
    const time = clock()
    const budget = openBudget(time.now)
    expect(report(time, budget, 605)).toBeLessThan(60 * SECOND)
    expect(report(time, budget, 30 * 86.4 - 605)).toBeLessThan(300 * SECOND)
    expect(budget.isUsedUp(7)).toBe(false)
  })

  it('F8 slows down who says more, to 432 000 readings a day', () => {
    const time = clock()
    const budget = openBudget(time.now)
    report(time, budget, 3200)
    expect(budget.isUsedUp(7)).toBe(false)
    const messages = 4000
    expect(report(time, budget, messages)).toBeGreaterThan(((messages * 100) / 432_000) * DAY * 0.9)
    expect(budget.isOverdrawn(7)).toBe(false)
    expect(budget.rest(8)).toBe(0)
  })

  it('HND-40 F8 lets states of 40 days pass, one of a kilobyte every five minutes, and one every minute of the day after', () => {
    const { now, pass } = clock()
    const budget = openBudget(now)
    const isKept = (states: number) =>
      Array.from({ length: states }, () => budget.mayKeepState(7, 1024)).every((kept) => kept)
    const [whole, aDay] = [40 * 288, 1440]
    expect(isKept(whole)).toBe(true)
    pass(DAY)
    expect(isKept(aDay)).toBe(true)
  })

  it('HND-40 F8 keeps no more than 10 MB of states a day of a unit that always sends', () => {
    const { now, pass } = clock()
    const budget = openBudget(now)
    expect(Array.from({ length: 4000 }, () => budget.mayKeepState(7, 24_000)).at(-1)).toBe(false)
    let kept = 0
    for (let minute = 0; minute < 1440; minute += 1) {
      pass(60 * SECOND)
      for (let i = 0; i < 30; i += 1) if (budget.mayKeepState(7, 100)) kept += 100 + 256
    }
    expect(kept).toBeGreaterThan(9_900_000)
    expect(kept).toBeLessThanOrEqual(10_100_000)
    expect(budget.mayKeepState(8, 24_000)).toBe(true)
  })

  it('F8 counts what is long as much as many readings', () => {
    const { now } = clock()
    const budget = openBudget(now)
    for (let i = 0; i < 2400; i += 1) budget.spend(7, 1, 65_536)
    expect(budget.isUsedUp(7)).toBe(true)
  })

  it('F8 is overdrawn by who goes on, until it has rested', () => {
    const { now, pass } = clock()
    const budget = openBudget(now)
    for (let i = 0; i < 2910; i += 1) budget.spend(7, 100, 0)
    expect([budget.isUsedUp(7), budget.isOverdrawn(7)]).toEqual([false, false])
    for (let i = 0; i < 60; i += 1) budget.spend(7, 100, 0)
    expect([budget.isUsedUp(7), budget.isOverdrawn(7)]).toEqual([true, true])
    pass(budget.rest(7))
    expect([budget.isUsedUp(7), budget.rest(7)]).toEqual([false, 0])
  })
})
