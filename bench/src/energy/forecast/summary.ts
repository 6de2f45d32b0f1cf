import { seeded } from '../../lib/random.ts'
import type { Judged } from './walk.ts'

const BLOCK_DAYS = 7
const ROUNDS = 400
const SEED = 7

const total = (days: readonly Judged[], of: (day: Judged) => number) =>
  days.reduce((sum, day) => sum + of(day), 0)

/** Error relative to the better of two rules: yesterday, and the mean of seven days. */
export function ratio(days: readonly Judged[], of: 'ours' | 'usual' = 'ours'): number {
  const better = Math.min(
    total(days, ({ yesterday }) => yesterday),
    total(days, ({ week }) => week),
  )
  return total(days, (day) => day[of]) / better
}

/** Forecast energies above or below the measured, as a share of them. */
export const bias = (days: readonly Judged[]) =>
  total(days, ({ forecast, actual }) => forecast - actual) / total(days, ({ actual }) => actual)

/** Error of day energies relative to that of the mean of seven days. */
export function sumRatio(days: readonly Judged[]): number {
  const whole = days.flatMap(({ energy }) => (energy ? [energy] : []))
  const error = (of: 0 | 1) => whole.reduce((sum, one) => sum + Math.abs(one[of] - one[2]), 0)
  return error(0) / error(1)
}

/** Share of quarters within the band, below and above it. */
export function coverage(days: readonly Judged[]) {
  const all = total(days, ({ banded }) => banded)
  const [below, above] = [total(days, (day) => day.below) / all, total(days, (day) => day.above) / all]
  return { within: 1 - below - above, below, above }
}

/** Pinball loss of the band relative to that of the quantiles of the last 30 days. */
export const pinballRatio = (days: readonly Judged[]) =>
  total(days, (day) => day.pinball) / total(days, ({ naivePinball }) => naivePinball)

/** Share of days whose energy lay within the band. */
export function sumCoverage(days: readonly Judged[]) {
  const known = days.flatMap(({ sumHeld }) => (sumHeld === null ? [] : [sumHeld]))
  return known.filter(Boolean).length / known.length
}

/** 95 % interval of a figure by bootstrap over blocks of seven days, because days resemble their neighbours. */
export function interval(days: readonly Judged[], of: (days: readonly Judged[]) => number) {
  const blocks = Array.from({ length: Math.ceil(days.length / BLOCK_DAYS) }, (_, i) =>
    days.slice(i * BLOCK_DAYS, (i + 1) * BLOCK_DAYS),
  )
  const random = seeded(SEED)
  const drawn = Array.from({ length: ROUNDS }, () =>
    of(blocks.flatMap(() => blocks[Math.floor(random() * blocks.length)] ?? [])),
  ).toSorted((a, b) => a - b)
  return [drawn[Math.floor(0.025 * ROUNDS)] ?? 0, drawn[Math.floor(0.975 * ROUNDS)] ?? 0] as const
}
