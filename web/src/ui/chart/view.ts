import type { Range } from './lane.ts'

/** No closer than this: an hour over the whole width. */
const CLOSEST_MS = 3_600_000
const ROUNDING_MS = 1000

/** A view moved and cut so that it lies within `bounds`. */
export function within([from, to]: Range, bounds: Range): Range {
  const whole = bounds[1] - bounds[0]
  const length = Math.min(whole, Math.max(Math.min(CLOSEST_MS, whole), to - from))
  const middle = (from + to) / 2
  const start = Math.min(bounds[1] - length, Math.max(bounds[0], middle - length / 2))
  return [start, start + length]
}

/** A view `factor` times as long, in which `at` stays where it is. */
export const zoomed = ([from, to]: Range, bounds: Range, at: number, factor: number): Range => {
  const least = Math.min(CLOSEST_MS, bounds[1] - bounds[0]) / (to - from)
  const most = (bounds[1] - bounds[0]) / (to - from)
  const by = Math.min(most, Math.max(least, factor))
  return within([at - (at - from) * by, at + (to - at) * by], bounds)
}

/** A view moved by a share of its length. */
export const moved = ([from, to]: Range, bounds: Range, share: number): Range => {
  const by = (to - from) * share
  return within([from + by, to + by], bounds)
}

/** A view that shows `at`: itself where it does. */
export const showing = (view: Range, bounds: Range, at: number): Range =>
  at >= view[0] && at <= view[1]
    ? view
    : within([at - (view[1] - view[0]) / 2, at + (view[1] - view[0]) / 2], bounds)

/** Whether a view shows all there is, but for what is lost by rounding. */
export const isWhole = (view: Range, bounds: Range) =>
  view[0] - bounds[0] < ROUNDING_MS && bounds[1] - view[1] < ROUNDING_MS
