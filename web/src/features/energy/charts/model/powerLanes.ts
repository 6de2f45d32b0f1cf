import type { GraphData } from '@kellersonne/contract/energy/graph-data'
import type { Measure } from '@kellersonne/core/energy/charts'
import { reach, signedTicks } from '../../../../ui/chart/axis/scale.ts'
import type { Lane, Layer } from '../../../../ui/chart/lane.ts'
import { columnsOf, stack } from './flowLayers.ts'
import {
  type Drawn,
  expected,
  FORECASTS,
  ghosts,
  hasColumns,
  LEAST_WH,
  type Localizer,
  POWERS,
  plain,
  rest,
  THOUSAND,
  thousands,
} from './layers.ts'

/** The powers shown with this unit, in the order of the list. */
export const powersIn = ({ data, shown }: Drawn, unit: string | undefined) =>
  POWERS.filter((measure) => shown.includes(measure) && data.series.get(measure)?.unit === unit)

/** What has an axis in common: the unit, and the rule by which a total is made (CHT-06). */
const axisOf = ({ series }: GraphData, measure: Measure) => {
  const known = series.get(measure)
  return known && `${known.unit} ${known.total ?? ''}`
}

/** The powers and their forecasts; of a total, sums and means have a lane each. */
export function powerLanes(drawn: Drawn, speech: Localizer): Lane[] {
  const { data, shown } = drawn
  const first = POWERS.find((measure) => shown.includes(measure) && data.series.has(measure))
  const measures = powersIn(drawn, first && data.series.get(first)?.unit)
  const lanes = Map.groupBy(measures, (measure) => axisOf(data, measure))
  return [...lanes.values()].flatMap((own) => powerLane(drawn, own, lanes.size > 1, speech) ?? [])
}

function powerLane(drawn: Drawn, shown: readonly Measure[], parted: boolean, { t, f }: Localizer) {
  const { data } = drawn
  const first = shown[0] && data.series.get(shown[0])
  if (!first) return null
  const base = shown.filter((measure) => measure === 'pv' || measure === 'load')
  const layers = [
    ...powerLayers(data, shown, t),
    ...expected(drawn, forecastsBeside(drawn, shown), t),
    ...ghosts(drawn, base.length > 0 ? base : shown, t),
  ]
  const columns = first.unit === 'Wh' && hasColumns(data)
  const least = first.unit === 'Wh' ? LEAST_WH : THOUSAND
  const ticks = signedTicks(reach(layers) ?? [0, 0], columns ? 5 : 3, least)
  const title = t(
    `lanes.${columns && base.length === 2 ? 'columns' : first.unit === 'Wh' ? 'powerSum' : 'power'}`,
  )
  const rule = parted && first.total
  return {
    id: rule ? `power-${rule}` : 'power',
    title: rule ? `${title}, ${t(`total.${rule}`)}` : title,
    share: parted ? 3 : 5,
    ticks,
    tickLabel: thousands(f, ticks),
    layers,
  }
}

/** The forecasts that share an axis with any of these measures. */
const forecastsBeside = ({ data, shown }: Drawn, measures: readonly Measure[]) =>
  FORECASTS.filter(
    (forecast) =>
      shown.includes(forecast) &&
      data.series.has(forecast) &&
      measures.some((measure) => axisOf(data, measure) === axisOf(data, forecast)),
  )

/** Energies as columns if they fit; means and energies stacked; minima and maxima as lines. */
function powerLayers(data: GraphData, shown: readonly Measure[], t: Localizer['t']): Layer[] {
  const first = shown[0] && data.series.get(shown[0])
  const summed = first?.unit === 'Wh'
  const columns = summed && hasColumns(data) ? columnsOf(data, shown, t) : []
  if (columns.length > 0) return columns
  const stacked = summed || first?.method === 'mean' ? stack(data, shown, t) : []
  return stacked.length > 0
    ? [...stacked, ...rest(data, shown, t)]
    : shown.flatMap((measure) => plain(data, measure, t))
}

/** Forecasts that share an axis with no power shown have lanes of their own. */
export function forecastLanes(drawn: Drawn, { t, f }: Localizer): Lane[] {
  const { data, shown } = drawn
  const beside = forecastsBeside(drawn, powersIn(drawn, 'W').concat(powersIn(drawn, 'Wh')))
  const own = FORECASTS.filter((forecast) => shown.includes(forecast) && !beside.includes(forecast))
  const lanes = [...Map.groupBy(own, (measure) => axisOf(data, measure)).values()]
  return lanes.flatMap((measures) => {
    const first = measures[0] && data.series.get(measures[0])
    const layers = expected(drawn, measures, t)
    if (!first || layers.length === 0) return []
    const summed = first.unit === 'Wh'
    const ticks = signedTicks(reach(layers) ?? [0, 0], 2, summed ? LEAST_WH : THOUSAND)
    const title = t(summed ? 'lanes.forecastSum' : 'lanes.forecast')
    const rule = lanes.length > 1 && first.total
    return {
      id: rule ? `forecast-${rule}` : 'forecast',
      title: rule ? `${title}, ${t(`total.${rule}`)}` : title,
      ...{ share: 2, ticks, tickLabel: thousands(f, ticks), layers },
    }
  })
}
