/** A colour by the token it has in tokens.css. */
export type Token = `--ks-${string}`

/** What tells areas apart where colours do not. */
export type Texture = 'plain' | 'stripes' | 'hatch' | 'dots'

/** How a series looks: its line and marker, its area, and what is drawn on that. */
export type Paint = {
  readonly line: Token
  readonly area: Token
  readonly texture: Texture
  /** What a texture is drawn in. */
  readonly ink: Token
}

/** One value a step; null = a gap. */
export type Values = readonly (number | null)[]

export type Part = { readonly paint: Paint; readonly values: Values }

export type Layer =
  /** Areas one on the other, what is above zero upwards and what is below it downwards. */
  | { readonly kind: 'stack'; readonly up: readonly Part[]; readonly down: readonly Part[] }
  /** Columns side by side in each step, each of parts one on the other. */
  | { readonly kind: 'columns'; readonly columns: readonly (readonly Part[])[] }
  | {
      readonly kind: 'line'
      readonly line: Token
      readonly values: Values
      /** Between what is drawn so far and the line: what keeps it apart, or an area below it. */
      readonly under?: 'halo' | 'area' | 'faint'
      /** solid, or what is expected, or what was in another period. */
      readonly stroke?: 'solid' | 'dotted' | 'dashed'
      /** Whether the cursor puts a dot on it. */
      readonly dot?: boolean
    }

/** Layers over one scale; lanes stand one below the other over one axis of time. */
export type Lane = {
  readonly id: string
  readonly title: string
  /** Its part of the height, to those of the others. */
  readonly share: number
  /** Values at which there are lines across; the first and the last bound the lane. */
  readonly ticks: readonly number[]
  readonly tickLabel: (value: number) => string
  readonly layers: readonly Layer[]
}

/** From and to, ms since the epoch. */
export type Range = readonly [from: number, to: number]

/** A time at the axis. `line` = whether it is drawn through the lanes. */
export type Tick = { readonly at: number; readonly label: string }

/** A time without values, and why. */
export type Span = { readonly range: Range; readonly label: string }

/** All that is drawn. Step i goes from edges[i] to edges[i + 1]. */
export type Plotted = {
  readonly lanes: readonly Lane[]
  readonly edges: readonly number[]
  readonly ticks: (view: Range, most: number) => readonly Tick[]
  readonly spans: readonly Span[]
  /** The present, ms; null where it is not to be seen. */
  readonly now: number | null
}

/** The middle of each step, where its value is drawn. */
export const middles = (edges: readonly number[]): number[] =>
  edges.slice(1).map((end, i) => ((edges[i] ?? end) + end) / 2)

/** The step an instant lies in, the first or the last where it lies outside; -1 where there is none. */
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
