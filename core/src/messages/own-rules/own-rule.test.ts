import { describe, expect, it } from 'vitest'
import { percent, watts } from '../../units/units.ts'
import {
  calmRange,
  holdsAfter,
  isPlain,
  type OwnRule,
  ruleQuantities,
  ruleValue,
  thresholdFault,
} from './own-rule.ts'
import { openSampler } from './sampler.ts'
import { UNSEEN, watchRule } from './watch.ts'

const NOON = Date.UTC(2026, 5, 18, 10)
const minute = (m: number) => new Date(NOON + m * 60_000)
const low: OwnRule = { quantity: 'soc', comparison: 'below', threshold: 20, minutes: 5 }

/** Feeds values minute by minute; null = nothing comes. */
const fed = (rule: OwnRule, values: readonly (number | null)[]) =>
  values.reduce<typeof UNSEEN>(
    (watch, value, m) => (value === null ? watch : watchRule(rule, watch, { at: minute(m), value })),
    UNSEEN,
  )

describe('an own rule', () => {
  it('ALR-25 takes each quantity by its direction, and knows nothing of what is not measured', () => {
    const values = { soc: percent(50), pv: watts(3000), grid: watts(-1000), battery: watts(-500) }
    expect(ruleQuantities.map((quantity) => ruleValue(quantity, values))).toEqual([
      ...[50, 3000, 1500, 0, 1000, 500, 0],
    ])
    const without = { ...values, pv: null, grid: null }
    expect(ruleQuantities.map((quantity) => ruleValue(quantity, without))).toEqual([
      ...[50, null, null, null, null, 500, 0],
    ])
  })

  it('ALR-25 refuses thresholds that nothing is ever below or above', () => {
    const fault = (quantity: OwnRule['quantity'], comparison: OwnRule['comparison'], threshold: number) =>
      thresholdFault({ quantity, comparison, threshold })
    expect([fault('soc', 'below', 0), fault('soc', 'below', 1), fault('soc', 'below', 100)]).toEqual([
      ...['too_small', null, null],
    ])
    expect([fault('soc', 'above', 100), fault('soc', 'above', 99), fault('soc', 'below', 101)]).toEqual([
      ...['too_big', null, 'too_big'],
    ])
    expect([fault('pv', 'above', 0), fault('pv', 'above', 100_000), fault('pv', 'above', 99_999)]).toEqual([
      ...[null, 'too_big', null],
    ])
  })

  it('ALR-26 ends only beyond a margin', () => {
    const through = (rule: OwnRule, ...values: number[]) =>
      values.map(
        (
          (before) => (value) =>
            (before = holdsAfter(rule, before, value))
        )(false),
      )
    expect(through(low, 20, 19.9, 20, 21.9, 22, 20)).toEqual([false, true, true, true, false, false])
    expect(
      through({ ...low, comparison: 'above', quantity: 'pv', threshold: 4000 }, 4000, 4001, 3801, 3800),
    ).toEqual([...[false, true, true, false]])
    expect(through({ ...low, comparison: 'above', quantity: 'pv', threshold: 0 }, 0, 1, 0)).toEqual([
      ...[false, true, false],
    ])
    expect(through({ ...low, threshold: 100 }, 100, 99, 99.5, 100)).toEqual([false, true, true, false])
  })

  it('ALR-26 has calm values, outside which it turns', () => {
    expect(calmRange(low, false)).toEqual({ least: 20_000, most: null })
    expect(calmRange(low, true)).toEqual({ least: null, most: 21_999 })
    expect(isPlain(low, 23, 90)).toBe(true)
    expect(isPlain(low, 3, 19)).toBe(true)
    expect(isPlain(low, 19, 21)).toBe(false)
    expect(isPlain(low, 3, 90)).toBe(false)
  })

  it('ALR-26 is fulfilled once it has held for its time without a break', () => {
    expect(fed(low, [19, 19, 19, 19, 19]).episode).toBeNull()
    expect(fed(low, [19, 19, 19, 19, 19, 19]).episode).toMatchObject({
      raisedAt: minute(0),
      resolvedAt: null,
    })
    expect(fed(low, [19, 19, 30, 19, 19, 19, 19]).episode).toBeNull()
    expect(fed({ ...low, minutes: 0 }, [19]).episode).toMatchObject({ raisedAt: minute(0), count: 1 })
  })

  it('ALR-26 begins its time anew after a gap, and stays fulfilled through one', () => {
    const gap = Array.from({ length: 20 }, () => null)
    expect(fed(low, [19, ...gap, 19, 19]).episode).toBeNull()
    const open = fed({ ...low, minutes: 0 }, [19, ...gap, 19])
    expect(open.episode).toMatchObject({ raisedAt: minute(0), resolvedAt: null, count: 1 })
  })

  it('ALR-26 is turned by no sample that is late or comes twice', () => {
    const now = fed({ ...low, minutes: 0 }, [50, 50, 50])
    expect(watchRule({ ...low, minutes: 0 }, now, { at: minute(1), value: 5 })).toBe(now)
    expect(watchRule({ ...low, minutes: 0 }, now, { at: minute(2), value: 5 })).toBe(now)
  })

  it('ALR-27 that flickers is one episode with a count', () => {
    const values = Array.from({ length: 200 }, (_, i) => (i % 2 ? 50 : 5))
    const watch = values.reduce<typeof UNSEEN>(
      (before, value, i) => watchRule({ ...low, minutes: 0 }, before, { at: minute(i / 100), value }),
      UNSEEN,
    )
    expect(watch.episode).toMatchObject({ raisedAt: minute(0), count: 100 })
  })

  it('ALR-26 takes parts that a reading leaves out with their last value, as old as they are', () => {
    const sample = openSampler('load')
    const none = { soc: null, pv: null, grid: null, battery: null }
    expect(sample({ ...none, at: minute(0), grid: watts(100), battery: watts(50) })).toBeNull()
    expect(sample({ ...none, at: minute(1), pv: watts(10) })).toEqual({ at: minute(0), value: 160 })
    expect(sample({ ...none, at: minute(2), soc: percent(3) })).toBeNull()
    expect(sample({ ...none, at: minute(3), grid: watts(200), pv: watts(0) })).toEqual({
      at: minute(0),
      value: 250,
    })
    expect(sample({ ...none, at: minute(30), grid: watts(200), pv: watts(0) })).toBeNull()
  })
})
