import type { Lane } from './lane.ts'

/** Design px. */
export type Size = { readonly width: number; readonly height: number }

export const TITLE = 24
/** Half a label below the lowest grid line. */
export const BELOW = 8
export const AXIS = 30
const LEFT = { wide: 44, narrow: 36 }
export const RIGHT = 20
const NARROW = 480
/** Width of a time label. */
const LABEL = { wide: 88, narrow: 62 }
export const FONT = '"Figtree Variable", "Figtree Fallback", system-ui, sans-serif'

/** Left and right ends of a chart's plots, design px from its left. */
export const across = ({ width }: Size): readonly [left: number, right: number] => [
  width < NARROW ? LEFT.narrow : LEFT.wide,
  width - RIGHT,
]

/** Heights of the lanes in design px: what titles and axis leave, divided by their shares. */
export function heightsOf(lanes: readonly Lane[], height: number): number[] {
  const shares = lanes.reduce((all, { share }) => all + share, 0)
  const free = Math.max(40 * lanes.length, height - TITLE * lanes.length - BELOW * (lanes.length - 1) - AXIS)
  return lanes.map(({ share }, i) =>
    Math.floor((free * share) / shares + TITLE + (i === lanes.length - 1 ? AXIS : BELOW)),
  )
}

/** How many time labels fit. */
export const labelsIn = (width: number) =>
  Math.max(2, Math.floor(width / (width < NARROW ? LABEL.narrow : LABEL.wide)))
