import uPlot from 'uplot'
import { cumulated } from './axis/scale.ts'
import type { Columns } from './dense.ts'
import type { Layer, Paint, Token, Values } from './lane.ts'
import { fillOf, type Palette } from './paint.ts'
import { area, line as lineBetween } from './paths.ts'
import type { SignedLine } from './signs/signs.ts'

/** A dot the cursor puts on a value: its height and colour. */
type Dot = { readonly line: Token; readonly values: Values }

/** Layers as uPlot draws them: series over the same steps, with areas between them. */
export type Composed = {
  readonly series: uPlot.Series[]
  readonly values: Values[]
  readonly dots: Dot[]
  /** Per series: how it is drawn when steps are bundled. */
  readonly bundled: Map<number, Columns>
  /** Per series: the shape on its line. */
  readonly signed: Map<number, SignedLine>
}

export type Brush = {
  readonly colour: Palette
  /** Page px per design px. */
  readonly zoom: number
  readonly edges: readonly number[]
  /** True while steps are bundled because there is no room for each one. */
  readonly isBundled: () => boolean
  /** The lane's range, measured from zero. */
  readonly reach: number
}

/** Beyond this many steps, outlines of areas are only noise. */
const OUTLINED_STEPS = 3000
/** Anything below this share of a lane's height is noise, not an area. */
const SEEN = 0.006
const WIDTH = 1.5
const LINE_WIDTH = 1.75
const HALO_WIDTH = 3.75
const HALO_ALPHA = 0.45
export const strokes = { solid: [], dotted: [2, 3], dashed: [6, 4] }

export function compose(layers: readonly Layer[], brush: Brush): Composed {
  const all: Composed = { series: [], values: [], dots: [], bundled: new Map(), signed: new Map() }
  for (const layer of layers) {
    if (layer.kind === 'stack') addStack(all, layer, brush)
    else if (layer.kind === 'columns') addColumns(all, layer, brush)
    else if (layer.kind === 'band') addBand(all, layer, brush)
    else addLine(all, layer, brush)
  }
  return all
}

function add(all: Composed, values: Values, series: uPlot.Series): number {
  all.values.push(values)
  all.series.push({ points: { show: false }, ...series, scale: 'y' })
  return all.series.length
}

function addStack(all: Composed, { up, down }: Layer & { kind: 'stack' }, brush: Brush) {
  for (const parts of [up, down]) {
    const sums = cumulated(parts)
    const outlines = parts.map(({ values }, i) => visible(sums[i] ?? [], values, brush.reach * SEEN))
    parts.forEach(({ paint }, i) => {
      const sum = sums[i] ?? []
      const made = fill(paint, brush)
      const below = i > 0 ? all.series.length : null
      const paths = area(brush.isBundled, below)
      const index = add(all, sum, { fill: made, width: 0, paths })
      all.bundled.set(index, { fill: made(), alpha: 1, thickness: null, below })
    })
    parts.forEach(({ paint }, i) => {
      const values = outlines[i] ?? []
      all.dots.push({ line: paint.line, values })
      if (values.length < OUTLINED_STEPS)
        add(all, values, { ...solid(paint.line, brush), paths: lineBetween(brush.isBundled) })
    })
  }
}

/** Keeps a sum only where its topmost part is visible, and one step to each side. */
function visible(sum: Values, part: Values, least: number): Values {
  const seen = (i: number) => Math.abs(part[i] ?? 0) > least
  return sum.map((value, i) => (seen(i) || seen(i - 1) || seen(i + 1) ? value : null))
}

const fill = (paint: Paint, { colour, zoom }: Brush) => {
  const made = fillOf(paint, colour, uPlot.pxRatio * zoom)
  return () => made
}
const solid = (line: Token, { colour, zoom }: Brush): uPlot.Series => ({
  stroke: colour(line),
  width: WIDTH * zoom,
})

/** The lower bound is a series that is not drawn: the area begins at it. */
function addBand(all: Composed, { paint, low, high }: Layer & { kind: 'band' }, brush: Brush) {
  const below = add(all, low, { width: 0, paths: () => null })
  const made = fill(paint, brush)
  const alpha = Number(brush.colour('--ks-area3'))
  const index = add(all, high, { fill: made, width: 0, alpha, paths: area(brush.isBundled, below) })
  all.bundled.set(index, { fill: made(), alpha, thickness: null, below })
}

function addLine(all: Composed, layer: Layer & { kind: 'line' }, brush: Brush) {
  const { line, values, under, stroke = 'solid', sign, dot = true } = layer
  const { colour, zoom } = brush
  const paths = lineBetween(brush.isBundled)
  if (under === 'halo') {
    const halo = { stroke: colour('--ks-halo'), width: HALO_WIDTH * zoom, cap: 'round' } as const
    add(all, values, { ...halo, paths })
  }
  if (under === 'area' || under === 'faint') {
    const fill = colour(line)
    const alpha = Number(colour(under === 'area' ? '--ks-area3' : '--ks-area-fc'))
    const index = add(all, values, { fill, width: 0, alpha, paths: area(brush.isBundled, null) })
    all.bundled.set(index, { fill, alpha, thickness: null, below: null })
  }
  const width = (stroke === 'solid' ? LINE_WIDTH : WIDTH) * zoom
  const alpha = stroke === 'dashed' ? 0.75 : 1
  const index = add(all, values, {
    stroke: colour(line),
    width,
    dash: strokes[stroke].map((length) => length * zoom),
    alpha,
    paths,
  })
  const thickness = width * uPlot.pxRatio
  // A line that goes up and down within each bundle would hide whatever is below it.
  const seen = under === 'halo' ? HALO_ALPHA : alpha
  all.bundled.set(index, { fill: colour(line), alpha: seen, thickness, below: null })
  if (sign) all.signed.set(index, { sign, colour: colour(line) })
  if (dot) all.dots.push({ line, values })
}

/** Share of a step taken by its columns and by the gaps between them. */
const COLUMNS_SHARE = 0.76
const GAP_SHARE = 0.06

function addColumns(all: Composed, { columns }: Layer & { kind: 'columns' }, brush: Brush) {
  const width = (COLUMNS_SHARE - GAP_SHARE * (columns.length - 1)) / columns.length
  columns.forEach((parts, column) => {
    const left = (1 - COLUMNS_SHARE) / 2 + column * (width + GAP_SHARE)
    const sums = cumulated(parts)
    parts.forEach(({ paint, values }, i) => {
      const below = sums[i - 1] ?? null
      add(all, sums[i] ?? [], {
        fill: fill(paint, brush),
        stroke: brush.colour(paint.line),
        width: brush.zoom,
        paths: (plot, index, first, last) =>
          rectangles(plot, index, [first, last], { left, width, below, values, edges: brush.edges }),
      })
    })
  })
}

type Column = {
  readonly left: number
  readonly width: number
  readonly below: Values | null
  readonly values: Values
  readonly edges: readonly number[]
}

/** The rectangles of one part of a column, for the visible steps and their neighbours. */
function rectangles(
  plot: uPlot,
  index: number,
  [first, last]: [number, number],
  column: Column,
): uPlot.Series.Paths {
  const path = new Path2D()
  const x = (at: number) => plot.valToPos(at, 'x', true)
  const y = (value: number) => plot.valToPos(value, 'y', true)
  const tops = plot.data[index] ?? []
  for (let i = Math.max(0, first - 1); i <= Math.min(tops.length - 1, last + 1); i += 1) {
    const top = tops[i]
    if (top === null || top === undefined || !column.values[i]) continue
    const from = x(column.edges[i] ?? 0)
    const whole = x(column.edges[i + 1] ?? 0) - from
    const bottom = y(column.below?.[i] ?? 0)
    path.rect(from + whole * column.left, y(top), whole * column.width, bottom - y(top))
  }
  return { stroke: path, fill: path, clip: null, flags: 0 } as uPlot.Series.Paths
}
