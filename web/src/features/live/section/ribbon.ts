import type { FlowName } from '@kellersonne/core/energy/flows'
import type { Watts } from '@kellersonne/core/units/units'
import { type FlowPath, headLength } from './flowPaths.ts'
import type { Point } from './geometry.ts'

type Energy = 'pv' | 'battery' | 'grid-import' | 'feed-in'

/** A straight part of a ribbon, along which its chevrons move; `angle` in degrees, 0 = to the right. */
export type RibbonSegment = Point & { readonly angle: number; readonly length: number }

/** One flow as drawn: a line of `width` px along `path`, with an arrow head at its end. */
export type Ribbon = {
  readonly flow: FlowName
  readonly width: number
  readonly path: string
  readonly head: string
  readonly from: Energy
  readonly to: Energy
  /** Where its colour starts and stops fading from the source's to the target's. */
  readonly fade: { readonly start: Point; readonly end: Point }
  /** Empty if the ribbon is too narrow for chevrons. */
  readonly runs: readonly RibbonSegment[]
  /** Seconds a chevron takes for CHEVRON_STEP px. */
  readonly cycle: number
}

export const CHEVRON_STEP = 26
const PX_PER_KW = 4.4
const NARROWEST_WITH_CHEVRONS = 5
/** Length of a quarter circle's Bézier handles, as a share of its radius. */
const QUARTER = 0.5523

const clamp = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value))

/** px; a fixed scale makes widths comparable over time. */
export const ribbonWidth = (power: Watts) => clamp(3.5, (PX_PER_KW * power) / 1000, 24)
/** Seconds per CHEVRON_STEP. */
export const chevronCycle = (power: Watts) => clamp(0.9, 2600 / power, 2.6)

const ends: Record<FlowName, { from: Energy; to: Energy; corner: number }> = {
  pvToBattery: { from: 'pv', to: 'battery', corner: 0 },
  pvToGrid: { from: 'pv', to: 'feed-in', corner: 18 },
  pvToHouse: { from: 'pv', to: 'pv', corner: 14 },
  batteryToHouse: { from: 'battery', to: 'battery', corner: 14 },
  batteryToGrid: { from: 'battery', to: 'battery', corner: 14 },
  gridToHouse: { from: 'grid-import', to: 'grid-import', corner: 14 },
  gridToBattery: { from: 'grid-import', to: 'battery', corner: 14 },
}

/** Shapes a flow's ribbon along its way. */
export function ribbon(flow: FlowName, power: Watts, { start, corner, end }: FlowPath): Ribbon {
  const width = ribbonWidth(power)
  const { from, to, corner: inner } = ends[flow]
  const last = corner ?? start
  const { base, shape } = head(last, end, width)
  const radius = corner ? Math.min(inner + width / 2, distance(corner, base), distance(start, corner)) : 0
  const enter = towards(last, start, radius)
  const leave = towards(last, base, radius)
  const bend = corner
    ? `L${at(enter)}C${at(towards(enter, corner, radius * QUARTER))} ${at(towards(leave, corner, radius * QUARTER))} ${at(leave)}`
    : ''
  const runs = corner ? [run(start, enter), run(leave, base)] : [run(start, base)]
  const faded = corner && to === 'feed-in' ? { start: corner, end } : { start, end: corner ?? end }
  return {
    flow,
    width: rounded(width),
    path: `M${at(start)}${bend}L${at(base)}`,
    head: shape,
    from,
    to,
    fade: {
      start: faded.start,
      end: towards(faded.start, faded.end, distance(faded.start, faded.end) * 0.8),
    },
    runs: width < NARROWEST_WITH_CHEVRONS ? [] : runs.filter(({ length }) => length >= CHEVRON_STEP / 2),
    cycle: rounded(chevronCycle(power)),
  }
}

function head(before: Point, tip: Point, width: number) {
  const length = Math.min(headLength(width), distance(before, tip) - 1)
  const base = towards(tip, before, length)
  const half = width / 2 + 4
  const across = { x: ((tip.y - base.y) / length) * half, y: ((base.x - tip.x) / length) * half }
  const left = { x: base.x + across.x, y: base.y + across.y }
  const right = { x: base.x - across.x, y: base.y - across.y }
  return { base, shape: `M${at(left)}L${at(tip)}L${at(right)}Z` }
}

const run = (start: Point, end: Point): RibbonSegment => ({
  ...start,
  angle: Math.round((Math.atan2(end.y - start.y, end.x - start.x) * 180) / Math.PI),
  length: rounded(distance(start, end)),
})

const distance = (a: Point, b: Point) => Math.hypot(b.x - a.x, b.y - a.y)

/** The point `length` px from `a` towards `b`. */
function towards(a: Point, b: Point, length: number): Point {
  const share = length / (distance(a, b) || 1)
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share }
}

const rounded = (value: number) => Math.round(value * 10) / 10
const at = ({ x, y }: Point) => `${rounded(x)} ${rounded(y)}`
