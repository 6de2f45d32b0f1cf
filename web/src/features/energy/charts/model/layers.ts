import type { GraphData } from '@kellersonne/contract/energy/graph-data'
import type { Measure } from '@kellersonne/core/energy/charts'
import type { Formats } from '../../../../platform/i18n/format.ts'
import type { TFunction } from '../../../../platform/i18n/translate.ts'
import type { Layer, Paint, Token, Values } from '../../../../ui/chart/lane.ts'
import type { Sign } from '../../../../ui/chart/signs/signs.ts'
import type { Band, Bands } from './bands.ts'

export const paints = {
  pv: { line: '--ks-pv', area: '--ks-pv-area', texture: 'plain', ink: '--ks-pv' },
  battery: {
    line: '--ks-battery',
    area: '--ks-battery-area',
    texture: 'stripes',
    ink: '--ks-battery-stripe',
  },
  import: {
    line: '--ks-grid-import',
    area: '--ks-grid-import-area',
    texture: 'hatch',
    ink: '--ks-grid-import',
  },
  feedIn: { line: '--ks-feed-in', area: '--ks-feed-in-area', texture: 'dots', ink: '--ks-feed-in' },
} as const satisfies Record<string, Paint>

/** Bands of forecasts: told apart by their texture, and from what was measured by their paleness. */
export const bandPaints = {
  energyForecast: { line: '--ks-pv', area: '--ks-pv', texture: 'plain', ink: '--ks-pv' },
  loadForecast: { line: '--ks-load', area: '--ks-load', texture: 'uprights', ink: '--ks-surface' },
  soc: { line: '--ks-battery', area: '--ks-battery', texture: 'stripes', ink: '--ks-surface' },
} as const satisfies Record<string, Paint>

const lines: Record<Measure, Token> = {
  pv: '--ks-pv',
  grid: '--ks-grid-import',
  battery: '--ks-battery',
  load: '--ks-load',
  output: '--ks-text2',
  soc: '--ks-battery',
  gridVoltage: '--ks-text2',
  charge: '--ks-battery',
  discharge: '--ks-battery',
  energyForecast: '--ks-pv',
  loadForecast: '--ks-load',
}

/** Shapes on dashed and dotted lines, which have no area whose texture could tell them apart. */
const signOf: Record<Measure, Sign> = {
  pv: 'circle',
  grid: 'diamond',
  battery: 'square',
  load: 'bar',
  output: 'triangle',
  soc: 'square',
  gridVoltage: 'triangle',
  charge: 'square',
  discharge: 'square',
  energyForecast: 'circle',
  loadForecast: 'bar',
}

/** With more steps than these there is no room for columns. */
export const MOST_COLUMNS = 62
export const THOUSAND = 1000
/** Minimum range of a scale, Wh. */
export const LEAST_WH = 100

export type Drawn = {
  readonly data: GraphData
  /** The same for the compared period, step by step; null if there is none. */
  readonly other: GraphData | null
  readonly shown: readonly Measure[]
  /** Beside the forecasts shown; null if none is known. */
  readonly bands?: Bands | null
}
type T = TFunction<'charts'>
export type Localizer = { readonly t: T; readonly f: Formats }

/** True if the energies of a period are drawn as columns: destinations of the yield, sources of the consumption. */
export const hasColumns = ({ edges, flows }: GraphData) => flows !== null && edges.length - 1 <= MOST_COLUMNS

export const valuesOf = ({ series }: GraphData, measure: Measure) => series.get(measure)?.values ?? null

/** A measure's name where space is short. */
export const wordOf = (measure: Measure, t: T) =>
  measure === 'pv' || measure === 'load' ? t(`short.${measure}`) : t(`measures.${measure}`)

export const line = (
  measure: Measure,
  values: Values,
  t: T,
  more: Partial<Layer & { kind: 'line' }> = {},
): Layer => ({
  kind: 'line',
  line: lines[measure],
  name: wordOf(measure, t),
  values,
  ...more,
})

/** The compared period as subdued lines, each with a shape of its own. */
export const ghosts = ({ other }: Drawn, measures: readonly Measure[], t: T): Layer[] =>
  measures.flatMap((measure) => {
    const values = other && valuesOf(other, measure)
    return values ? [line(measure, values, t, { stroke: 'dashed', sign: signOf[measure], dot: false })] : []
  })

export const plain = (data: GraphData, measure: Measure, t: T): Layer[] => {
  const values = valuesOf(data, measure)
  return values ? [line(measure, values, t)] : []
}

export const rest = (data: GraphData, shown: readonly Measure[], t: T): Layer[] =>
  shown
    .filter((measure) => measure === 'load' || measure === 'output')
    .flatMap((measure) => {
      const values = valuesOf(data, measure)
      return values ? [line(measure, values, t, measure === 'load' ? { under: 'halo' } : {})] : []
    })

export const POWERS = ['pv', 'grid', 'battery', 'load', 'output'] as const satisfies Measure[]

export const FORECASTS = ['energyForecast', 'loadForecast'] as const satisfies Measure[]

/** A forecast's dotted line; with its shape where there are two. */
export const forecastStyle = (measure: Measure, forecasts: readonly Measure[]) => ({
  line: lines[measure],
  stroke: 'dotted' as const,
  ...(forecasts.length > 1 && { sign: signOf[measure] }),
})

/** The band of a forecast. */
export const bandLayer = (of: keyof typeof bandPaints, { low, high }: Band, t: T): Layer => ({
  kind: 'band',
  paint: bandPaints[of],
  name: t(`band.${of}`),
  low,
  high,
})

/** Forecasts as lines, each over its band if that is known. */
export const expected = (
  { data, bands }: Drawn,
  forecasts: readonly (typeof FORECASTS)[number][],
  t: T,
): Layer[] =>
  forecasts.flatMap((measure) => {
    const values = valuesOf(data, measure)
    const style = forecastStyle(measure, forecasts)
    const band = bands?.of.get(measure)
    if (!values) return []
    return band
      ? [bandLayer(measure, band, t), line(measure, values, t, style)]
      : [line(measure, values, t, { ...style, under: 'faint' })]
  })

/** Formats kW and kWh with enough digits to tell the grid lines apart. */
export function thousands(f: Formats, [first = 0, second = THOUSAND]: readonly number[]) {
  const step = Math.abs(second - first)
  const digits = step % THOUSAND === 0 ? 0 : step % 100 === 0 ? 1 : 2
  return (value: number) => f.number(value / THOUSAND, digits)
}
