import type { GraphData, MeasuredSeries } from '@kellersonne/contract/energy/graph-data'
import type { Measure } from '@kellersonne/core/energy/charts'
import { extent, levelTicks, reach, signedTicks } from '../../../../ui/chart/axis/scale.ts'
import type { Lane, Layer } from '../../../../ui/chart/lane.ts'
import { columnsOf, inverted, part, stack } from './flowLayers.ts'
import {
  type Drawn,
  expected,
  FORECASTS,
  ghosts,
  hasColumns,
  type Localizer,
  line,
  MOST_COLUMNS,
  POWERS,
  paints,
  plain,
  rest,
  THOUSAND,
  thousands,
  valuesOf,
} from './layers.ts'

/** Minimum range of the scale, Wh. */
const LEAST_WH = 100

/** The lanes of a selection, without empty ones. */
export function lanesOf(drawn: Drawn, speech: Localizer): Lane[] {
  return [
    power(drawn, speech),
    output(drawn, speech),
    energy(drawn, speech),
    forecast(drawn, speech),
    soc(drawn, speech),
    voltage(drawn, speech),
  ].filter((lane) => lane !== null)
}

/** The powers shown with this unit, in the order of the list. */
const powersIn = ({ data, shown }: Drawn, unit: string | undefined) =>
  POWERS.filter((measure) => shown.includes(measure) && data.series.get(measure)?.unit === unit)

function power(drawn: Drawn, { t, f }: Localizer): Lane | null {
  const { data } = drawn
  const [known] = POWERS.filter((measure) => drawn.shown.includes(measure) && data.series.has(measure))
  const first = known && data.series.get(known)
  if (!first) return null
  const shown = powersIn(drawn, first.unit)
  const base = shown.filter((measure) => measure === 'pv' || measure === 'load')
  const layers = [
    ...powerLayers(data, shown, first),
    ...expected(drawn, first.unit),
    ...ghosts(drawn, base.length > 0 ? base : shown),
  ]
  const columns = first.unit === 'Wh' && hasColumns(data)
  const least = first.unit === 'Wh' ? LEAST_WH : THOUSAND
  const ticks = signedTicks(reach(layers) ?? [0, 0], columns ? 5 : 3, least)
  const title = columns && base.length === 2 ? 'columns' : first.unit === 'Wh' ? 'powerSum' : 'power'
  return {
    id: 'power',
    title: t(`lanes.${title}`),
    share: 5,
    ticks,
    tickLabel: thousands(f, ticks),
    layers,
  }
}

/** Energies as columns if they fit; means and energies stacked; minima and maxima as lines. */
function powerLayers(data: GraphData, shown: readonly Measure[], { unit, method }: MeasuredSeries): Layer[] {
  const columns = unit === 'Wh' && hasColumns(data) ? columnsOf(data, shown) : []
  if (columns.length > 0) return columns
  const stacked = unit === 'Wh' || method === 'mean' ? stack(data, shown) : []
  return stacked.length > 0
    ? [...stacked, ...rest(data, shown)]
    : shown.flatMap((measure) => plain(data, measure))
}

/** A unit's output has no sum: when powers are summed, it gets a lane of its own. */
function output(drawn: Drawn, { t, f }: Localizer): Lane | null {
  const [first] = POWERS.filter((measure) => drawn.shown.includes(measure) && drawn.data.series.has(measure))
  const own = powersIn(drawn, 'W').includes('output')
  if (!own || first === undefined || drawn.data.series.get(first)?.unit === 'W') return null
  const layers = [...plain(drawn.data, 'output'), ...ghosts(drawn, ['output'])]
  const ticks = signedTicks(reach(layers) ?? [0, 0], 2, THOUSAND)
  return { id: 'output', title: t('lanes.output'), share: 1.5, ticks, tickLabel: thousands(f, ticks), layers }
}

function energy(drawn: Drawn, { t, f }: Localizer): Lane | null {
  const { data, shown } = drawn
  const charge = shown.includes('charge') ? valuesOf(data, 'charge') : null
  const discharge = shown.includes('discharge') ? valuesOf(data, 'discharge') : null
  const parts = [
    ...(discharge ? [part(paints.battery, discharge)] : []),
    ...(charge ? [part(paints.battery, inverted(charge))] : []),
  ]
  if (parts.length === 0) return null
  const [up, down] = [discharge ? parts.slice(0, 1) : [], charge ? parts.slice(-1) : []]
  const dense = data.edges.length - 1 > MOST_COLUMNS
  const layers: Layer[] = [
    dense ? { kind: 'stack', up, down } : { kind: 'columns', columns: parts.map((one) => [one]) },
  ]
  const ticks = signedTicks(reach(layers) ?? [0, 0], 2, LEAST_WH)
  return { id: 'energy', title: t('lanes.energy'), share: 2, ticks, tickLabel: thousands(f, ticks), layers }
}

/** A lane of its own if there is no power lane. */
function forecast(drawn: Drawn, { t, f }: Localizer): Lane | null {
  if (drawn.shown.some((measure) => POWERS.some((power) => power === measure))) return null
  const [first] = FORECASTS.flatMap((measure) => drawn.data.series.get(measure) ?? [])
  const layers = expected(drawn, first?.unit)
  if (layers.length === 0) return null
  const summed = first?.unit === 'Wh'
  const ticks = signedTicks(reach(layers) ?? [0, 0], 2, summed ? LEAST_WH : THOUSAND)
  const title = t(summed ? 'lanes.forecastSum' : 'lanes.forecast')
  return { id: 'forecast', title, share: 2, ticks, tickLabel: thousands(f, ticks), layers }
}

function soc(drawn: Drawn, { t }: Localizer): Lane | null {
  const values = drawn.shown.includes('soc') ? valuesOf(drawn.data, 'soc') : null
  if (!values) return null
  return {
    id: 'soc',
    title: t('lanes.soc'),
    share: 1.3,
    ticks: [0, 100],
    tickLabel: (value) => (value === 0 ? '0\u00A0%' : String(value)),
    layers: [line('soc', values, { under: 'area' }), ...ghosts(drawn, ['soc'])],
  }
}

function voltage(drawn: Drawn, { t, f }: Localizer): Lane | null {
  const values = drawn.shown.includes('gridVoltage') ? valuesOf(drawn.data, 'gridVoltage') : null
  if (!values) return null
  const layers = [line('gridVoltage', values), ...ghosts(drawn, ['gridVoltage'])]
  const reached = extent(layers.map((layer) => (layer.kind === 'line' ? layer.values : []))) ?? [225, 235]
  return {
    id: 'gridVoltage',
    title: t('lanes.gridVoltage'),
    share: 1.2,
    ticks: levelTicks(reached, 2, 6),
    tickLabel: (value) => f.number(value, 0),
    layers,
  }
}
