import type { Sign } from './signs/signs.ts'

/** A colour, by its token in tokens.css. */
export type Token = `--ks-${string}`

/** Distinguishes areas without relying on colour. */
type Texture = 'plain' | 'stripes' | 'hatch' | 'dots' | 'uprights'

/** Appearance of a series: its line and marker, its area, and the texture on it. */
export type Paint = {
  readonly line: Token
  readonly area: Token
  readonly texture: Texture
  /** The colour of the texture. */
  readonly ink: Token
}

export type Stroke = 'solid' | 'dotted' | 'dashed'

/** One value per step; null = a gap. */
export type Values = readonly (number | null)[]

/** `name`: what it is, in words, for the legend. */
export type Part = { readonly paint: Paint; readonly name: string; readonly values: Values }

export type Layer =
  /** Stacked areas: positive ones upwards, negative ones downwards. */
  | { readonly kind: 'stack'; readonly up: readonly Part[]; readonly down: readonly Part[] }
  /** Columns side by side in each step, each stacked from its parts. */
  | { readonly kind: 'columns'; readonly columns: readonly (readonly Part[])[] }
  /** A soft area between two values, where something is expected to lie. */
  | {
      readonly kind: 'band'
      readonly paint: Paint
      readonly name: string
      readonly low: Values
      readonly high: Values
    }
  | {
      readonly kind: 'line'
      readonly line: Token
      readonly name: string
      readonly values: Values
      /** Drawn beneath the line: a halo that sets it off, or an area. */
      readonly under?: 'halo' | 'area' | 'faint'
      /** solid = measured, dotted = forecast, dashed = another period. */
      readonly stroke?: Stroke
      /** Shape on the line that tells it from others of its stroke. */
      readonly sign?: Sign
      /** True if the cursor puts a dot on it. */
      readonly dot?: boolean
    }

/** Layers on one scale; lanes are stacked vertically over one time axis. */
export type Lane = {
  readonly id: string
  readonly title: string
  /** Share of the height, relative to the other lanes. */
  readonly share: number
  /** Values with a grid line; the first and the last bound the lane. */
  readonly ticks: readonly number[]
  readonly tickLabel: (value: number) => string
  readonly layers: readonly Layer[]
}

/** ms since the epoch. */
export type Range = readonly [from: number, to: number]

/** A time on the axis. */
export type Tick = { readonly at: number; readonly label: string }

/** A period without values, and why. */
export type Span = { readonly range: Range; readonly label: string }

/** Everything to draw. Step i spans edges[i] to edges[i + 1]. */
export type Plotted = {
  readonly lanes: readonly Lane[]
  readonly edges: readonly number[]
  readonly ticks: (view: Range, most: number) => readonly Tick[]
  readonly spans: readonly Span[]
  /** The current time, ms; null if it is not shown. */
  readonly now: number | null
}

/** The middle of each step, where its value is drawn. */
export const middles = (edges: readonly number[]): number[] =>
  edges.slice(1).map((end, i) => ((edges[i] ?? end) + end) / 2)

/** Returns the step containing an instant, or the first or last if it lies outside; -1 if there are no steps. */
export function stepAt(edges: readonly number[], at: number): number {
  let low = 0
  let high = edges.length - 2
  while (low < high) {
    const half = Math.ceil((low + high) / 2)
    if ((edges[half] ?? 0) <= at) low = half
    else high = half - 1
  }
  return high < 0 ? -1 : low
}
