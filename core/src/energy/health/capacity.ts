import type { BatteryQuarters } from './quarters.ts'
import { roundTrip } from './round-trip.ts'
import { type CapacityRun, capacityRuns } from './runs.ts'
import { medianOf, type Point, theilSenSlope, thinned } from './theil-sen.ts'

/** What a battery can hold, estimated from its runs. */
export type CapacityEstimate = {
  /** At the newest run, Wh. */
  readonly capacity: number
  /** Half of the interval that holds the true value nine times in ten, Wh. */
  readonly plusMinus: number
  /** Change in Wh a year; null if the runs lie too close together to estimate it. */
  readonly aYear: number | null
  /** Each run's capacity in Wh at its time in ms, in order of time. */
  readonly points: readonly Point[]
  /** When a battery with far more capacity was put in, in ms; null if it never was. Only runs since then count. */
  readonly exchangedAt: number | null
}

/** With fewer runs, there is no estimate. */
export const FEWEST_RUNS = 10
const PERCENT = 100
const DAY_MS = 86_400_000
export const YEAR_MS = 365.25 * DAY_MS
/** Runs closer together than this do not show how a battery ages. */
const APART_MS = 30 * DAY_MS
/** Over less than half a year, ageing is smaller than what blurs it. */
const TREND_MS = YEAR_MS / 2
/** A battery never gains so much by itself. */
const EXCHANGED = 1.15
/** How many runs on each side show an exchange. */
const SIDE = 8
/** More exchanges are not looked for, and more runs not looked at: three years have two a day. */
const MOST_EXCHANGES = 5
const MOST_RUNS = 2200
/** Standard deviations in 90 % of a normal distribution, half of it. */
const NINE_IN_TEN = 1.645
/** How much less certain a median is than a mean, and a deviation from it as a standard deviation. */
const OF_MEDIAN = Math.sqrt(Math.PI / 2)
const OF_DEVIATION = 1.4826
/**
 * What no number of runs makes better, as a share of the capacity: counters and states of charge err together, and what the
 * battery itself uses is in no counter.
 */
const SYSTEMATIC = 0.015
/** Until a battery's own is known. */
const USUAL_ROUND_TRIP = 90

/** Runs as capacities: what is charged arrives reduced by half of the losses, what is discharged leaves before the other half. */
const pointsOf = (runs: readonly CapacityRun[], roundTripPercent: number): Point[] => {
  const share = Math.sqrt(roundTripPercent / PERCENT)
  return runs.map(({ at, isCharging, energy, percent }) => ({
    at,
    value: (PERCENT * (isCharging ? energy * share : energy / share)) / percent,
  }))
}

/** Returns the index of the first point after the newest exchange; 0 if there was none. */
function exchangeIn(points: readonly Point[]): number {
  const median = (from: number, until: number) =>
    medianOf(points.slice(from, until).map(({ value }) => value))
  const ratioAt = (i: number) => median(i, i + SIDE) / median(i - SIDE, i)
  let last = 0
  for (let exchanges = 0; exchanges < MOST_EXCHANGES; exchanges += 1) {
    let [found, highest] = [-1, EXCHANGED]
    for (let i = last + SIDE; i + SIDE <= points.length; i += 1) {
      const ratio = ratioAt(i)
      if (ratio > highest) [found, highest] = [i, ratio]
    }
    if (found < 0) break
    last = found
  }
  return last
}

/**
 * Estimates what a battery can hold now: the median of its runs, brought to the newest along their Theil–Sen line. null
 * with fewer than `FEWEST_RUNS`.
 */
export function estimateCapacity(quarters: BatteryQuarters): CapacityEstimate | null {
  const runs = thinned(capacityRuns(quarters), MOST_RUNS)
  if (runs.length < FEWEST_RUNS) return null
  const whole = { from: 0, until: quarters.soc.length }
  const rough = medianOf(pointsOf(runs, USUAL_ROUND_TRIP).map(({ value }) => value))
  const own = roundTrip(quarters, rough, whole)?.percent ?? USUAL_ROUND_TRIP
  const all = pointsOf(runs, own)
  const exchange = exchangeIn(all)
  const points = all.slice(exchange)
  if (points.length < FEWEST_RUNS) return null
  const now = points.at(-1)?.at ?? 0
  const span = now - (points[0]?.at ?? 0)
  const slope = span < TREND_MS ? null : theilSenSlope(points, APART_MS)
  const brought = points.map(({ at, value }) => value - (slope ?? 0) * (at - now))
  const capacity = medianOf(brought)
  const deviation = OF_DEVIATION * medianOf(brought.map((value) => Math.abs(value - capacity)))
  const mean = points.reduce((sum, { at }) => sum + at, 0) / points.length
  const spread = points.reduce((sum, { at }) => sum + (at - mean) ** 2, 0)
  const leverage = slope === null || spread === 0 ? 0 : (now - mean) ** 2 / spread
  const blur = NINE_IN_TEN * OF_MEDIAN * deviation * Math.sqrt(1 / points.length + leverage)
  return {
    capacity,
    plusMinus: Math.hypot(blur, SYSTEMATIC * capacity),
    aYear: slope === null ? null : slope * YEAR_MS,
    points,
    exchangedAt: exchange === 0 ? null : (points[0]?.at ?? null),
  }
}
