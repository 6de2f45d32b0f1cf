import type { GraphData, MeasuredSeries } from '@kellersonne/contract/energy/graph-data'
import type { Measure } from '@kellersonne/core/energy/charts'
import type { Day } from '@kellersonne/core/time/days'
import { batteryFlow, gridFlow } from '@kellersonne/core/units/power'
import { percent, volts, wattHours, watts } from '@kellersonne/core/units/units'
import type { Formats, Quantity } from '../../../../platform/i18n/format.ts'
import type { MarkerName } from '../../../../ui/feedback/Marker.tsx'
import type { Band, Bands } from './bands.ts'
import { hasColumns, type Localizer } from './layers.ts'
import { isForecast, markerOf } from './series.ts'

/** A formatted value with its marker and name. */
export type ReadOutRow = {
  readonly key: string
  readonly marker: MarkerName
  readonly word: string
  readonly value: Quantity
}

export function quantity(
  value: number | null,
  unit: MeasuredSeries['unit'],
  f: Formats,
  magnitude = false,
): Quantity {
  if (value === null) return f.power(null)
  const size = magnitude ? Math.abs(value) : value
  if (unit === 'V') return f.voltage(volts(size))
  if (unit === '%') return f.percent(percent(size))
  return unit === 'W' ? f.power(watts(size)) : f.energy(wattHours(size))
}

/** The sum of the known energies, Wh; null if there are none or the unit has no sum. */
export function sumOf({ unit, values }: Pick<MeasuredSeries, 'unit' | 'values'>): number | null {
  if (unit !== 'Wh') return null
  let sum: number | null = null
  for (const value of values) if (value !== null) sum = (sum ?? 0) + value
  return sum
}

/** The last step with any measured value; null if there is none. */
export function latestStep({ series }: GraphData): number | null {
  const last = Math.max(
    -1,
    ...[...series]
      .filter(([measure]) => !isForecast(measure))
      .map(([, { values }]) => values.findLastIndex((value) => value !== null)),
  )
  return last < 0 ? null : last
}

/** A measure's signed value at a step; without one, an energy's sum, the last known value or the first forecast. */
export function valueAt(data: GraphData, measure: Measure, step: number | null): number | null {
  const series = data.series.get(measure)
  if (!series) return null
  if (step === null && series.unit === 'Wh') return sumOf(series)
  const value = series.values[step ?? latestStep(data) ?? -1] ?? null
  return step === null && isForecast(measure)
    ? (value ?? series.values.find((next) => next !== null) ?? null)
    : value
}

const isOver = ({ until }: GraphData, today: Day) => until <= today

/** True if a period is over and none of the forecasts shown was kept of it. */
export const lacksForecasts = (data: GraphData, shown: readonly Measure[], today: Day) => {
  const forecasts = shown.filter(isForecast)
  const isEmpty = (measure: Measure) =>
    data.series.get(measure)?.values.every((value) => value === null) ?? true
  return isOver(data, today) && forecasts.length > 0 && forecasts.every(isEmpty)
}

/** True of a step that is still to come. */
export const isAhead = ({ edges, gaps }: GraphData, step: number) =>
  gaps.some(({ reason, from, until }) => {
    const at = ((edges[step] ?? 0) + (edges[step + 1] ?? 0)) / 2
    return reason === 'future' && from <= at && at < until
  })

/** The forecasts known of a step of which nothing shown was measured; none where anything was. */
export function forecastAt({ series }: GraphData, shown: readonly Measure[], step: number): Measure[] {
  const known = shown.filter((measure) => (series.get(measure)?.values[step] ?? null) !== null)
  return known.every(isForecast) ? known : []
}

/** Measures in words and without signs, as shown beside the cursor; of what is still ahead only the forecasts. */
export function readOutAt(
  data: GraphData,
  selected: readonly Measure[],
  step: number,
  localizer: Localizer & { readonly brief?: boolean; readonly bands?: Bands | null },
): ReadOutRow[] {
  const columns = hasColumns(data)
  const ahead = forecastAt(data, selected, step)
  const shown = ahead.length > 0 ? ahead : selected
  const { bands = null } = localizer
  const isMeasured = (data.series.get('soc')?.values[step] ?? null) !== null
  return [
    ...(columns ? partsAt(data, shown, step, localizer) : []),
    ...shown
      .filter((measure) => !columns || (measure !== 'pv' && measure !== 'load'))
      .filter((measure) => measure !== 'soc' || isMeasured || !bands?.soc)
      .flatMap((measure) => [
        ...rowsOf(data, measure, step, localizer),
        ...bandRows(measure, bands?.of.get(measure), step, localizer),
      ]),
    ...(bands?.soc && !isMeasured && selected.includes('soc') ? socRows(bands.soc, step, localizer) : []),
  ]
}

/** The band of a value beside it: "Sonne meist 0,4–2,1 kW"; none where nothing can vary, as at night. */
function bandRows(measure: Measure, band: Band | undefined, step: number, { t, f }: Localizer): ReadOutRow[] {
  const [low, high] = [band?.low[step] ?? null, band?.high[step] ?? null]
  if (low === null || high === null || low === high) return []
  const of = measure === 'soc' || measure === 'loadForecast' ? measure : 'energyForecast'
  const unit = measure === 'soc' ? '%' : 'W'
  const value = rangeOf(quantity(low, unit, f), quantity(high, unit, f), f)
  return [{ key: `${measure}-band`, marker: markerOf(measure, null), word: t(`band.usually.${of}`), value }]
}

/** A range in the unit that both ends have, or each with its own. */
const rangeOf = (low: Quantity, high: Quantity, f: Pick<Formats, 'text'>): Quantity =>
  low.unit === high.unit
    ? { value: `${low.value}–${high.value}`, unit: high.unit }
    : { value: `${f.text(low)} – ${f.text(high)}`, unit: '' }

function socRows(soc: NonNullable<Bands['soc']>, step: number, localizer: Localizer): ReadOutRow[] {
  const expected = soc.expected[step] ?? null
  if (expected === null) return []
  const { t, f } = localizer
  return [
    { key: 'soc', marker: 'soc', word: t('brief.socAhead'), value: quantity(expected, '%', f) },
    ...bandRows('soc', soc, step, localizer),
  ]
}

function rowsOf(
  data: GraphData,
  measure: Measure,
  step: number,
  { t, f, brief = false }: Localizer & { readonly brief?: boolean },
): ReadOutRow[] {
  const series = data.series.get(measure)
  if (!series) return []
  const value = series.values[step] ?? null
  return [
    {
      key: measure,
      marker: markerOf(measure, value),
      word: brief ? briefly(measure, value, t) : wordOf(measure, value, t),
      value: quantity(value, series.unit, f, true),
    },
  ]
}

/** In little room, the marker gives the direction. */
function briefly(measure: Measure, value: number | null, t: Localizer['t']): string {
  if (measure === 'soc' || measure === 'gridVoltage') return t(`brief.${measure}`)
  if (measure !== 'battery' || value === null) return wordOf(measure, value, t)
  return t(`brief.${batteryFlow(watts(value))}`)
}

function wordOf(measure: Measure, value: number | null, t: Localizer['t']): string {
  if (measure === 'pv' || measure === 'load') return t(`short.${measure}`)
  if (measure === 'grid') {
    if (value === null) return t('short.grid')
    return t(
      ({ draws: 'short.import', feeds: 'short.feedIn', idle: 'short.gridIdle' } as const)[
        gridFlow(watts(value))
      ],
    )
  }
  if (measure !== 'battery') return t(`measures.${measure}`)
  if (value === null) return t('short.battery')
  const words = {
    charges: 'short.charging',
    discharges: 'short.discharging',
    idle: 'short.batteryIdle',
  } as const
  return t(words[batteryFlow(watts(value))])
}

/** Where the yield of a step went, and where its consumption came from. */
function partsAt(
  { flows, energies, series }: GraphData,
  shown: readonly Measure[],
  step: number,
  { t, f }: Localizer,
): ReadOutRow[] {
  if (!flows || !energies) return []
  const row = (
    key: string,
    marker: MarkerName,
    word: string,
    values: readonly (number | null)[],
  ): ReadOutRow => ({
    key,
    marker,
    word,
    value: quantity(values[step] ?? null, 'Wh', f),
  })
  const yielded = [
    row('yield', 'pv', t('yield'), energies.pv),
    row('y1', 'pv', t('flows.pvToHouse'), flows.pvToHouse),
    row('y2', 'battery', t('flows.pvToBattery'), flows.pvToBattery),
    row('y3', 'feed-in', t('flows.pvToGrid'), flows.pvToGrid),
  ]
  const consumed = [
    row('consumption', 'load', t('consumption'), series.get('load')?.values ?? []),
    row('c1', 'pv', t('flows.fromPv'), flows.pvToHouse),
    row('c2', 'battery', t('flows.batteryToHouse'), flows.batteryToHouse),
    row('c3', 'import', t('flows.gridToHouse'), flows.gridToHouse),
  ]
  return [...(shown.includes('pv') ? yielded : []), ...(shown.includes('load') ? consumed : [])]
}
