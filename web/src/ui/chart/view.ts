import type { Range } from './lane.ts'

/** Maximum zoom: one hour over the full width. */
const CLOSEST_MS = 3_600_000
const ROUNDING_MS = 1000

/** Moves and trims a view so that it lies within `bounds`. */
export function clampView([from, to]: Range, bounds: Range): Range {
  const whole = bounds[1] - bounds[0]
  const length = Math.min(whole, Math.max(Math.min(CLOSEST_MS, whole), to - from))
  const middle = (from + to) / 2
  const start = Math.min(bounds[1] - length, Math.max(bounds[0], middle - length / 2))
  return [start, start + length]
}

/** Scales a view's length by `factor`, keeping `at` in place. */
export const zoomed = ([from, to]: Range, bounds: Range, at: number, factor: number): Range => {
  const least = Math.min(CLOSEST_MS, bounds[1] - bounds[0]) / (to - from)
  const most = (bounds[1] - bounds[0]) / (to - from)
  const by = Math.min(most, Math.max(least, factor))
  return clampView([at - (at - from) * by, at + (to - at) * by], bounds)
}

/** Moves a view by a share of its length. */
export const moved = ([from, to]: Range, bounds: Range, share: number): Range => {
  const by = (to - from) * share
  return clampView([from + by, to + by], bounds)
}

/** Moves a view so that it contains `at`; unchanged if it already does. */
export const scrollTo = (view: Range, bounds: Range, at: number): Range =>
  at >= view[0] && at <= view[1]
    ? view
    : clampView([at - (view[1] - view[0]) / 2, at + (view[1] - view[0]) / 2], bounds)

/** True if a view shows the full range, except for rounding. */
export const isWhole = (view: Range, bounds: Range) =>
  view[0] - bounds[0] < ROUNDING_MS && bounds[1] - view[1] < ROUNDING_MS
