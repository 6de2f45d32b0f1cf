import type { GraphData } from '@kellersonne/contract/energy/graph-data'
import type { Measure } from '@kellersonne/core/energy/charts'
import type { TFunction } from '../../../platform/i18n/translate.ts'
import type { Band } from './model/bands.ts'
import { type Drawn, hasColumns } from './model/layers.ts'

/** A column of the table and of the CSV file: W, Wh, V or %. */
export type DataColumn = {
  readonly name: string
  readonly unit: 'V' | 'W' | '%' | 'Wh'
  readonly values: readonly (number | null)[]
}
type T = TFunction<'charts'>

/**
 * The shown data as columns. Energies have one per direction, and one per part that is drawn. `period` names the one
 * compared with.
 */
export function dataColumns(
  { data, other, shown, bands = null }: Drawn,
  period: string | null,
  t: T,
): DataColumn[] {
  const compared = other ? shown.flatMap((measure) => own(other, measure, t)) : []
  return [
    ...shown.flatMap((measure) => [
      ...(directions(data, measure, t) ?? own(data, measure, t)),
      ...bounds(t(`measures.${measure}`), 'W', bands?.of.get(measure), t),
    ]),
    ...(shown.includes('soc') && bands?.soc
      ? [
          { name: t('socAhead'), unit: '%' as const, values: bands.soc.expected },
          ...bounds(t('socAhead'), '%', bands.soc, t),
        ]
      : []),
    ...parts(data, shown, t),
    ...compared.map((column) => ({ ...column, name: `${column.name}, ${period ?? t('compare')}` })),
  ]
}

/** What nine cases in ten lie above, and below. */
function bounds(name: string, unit: 'W' | '%', band: Band | undefined, t: T): DataColumn[] {
  return band
    ? [
        { name: t('band.low', { name }), unit, values: band.low },
        { name: t('band.high', { name }), unit, values: band.high },
      ]
    : []
}

function own({ series }: GraphData, measure: Measure, t: T): DataColumn[] {
  const measured = series.get(measure)
  if (!measured) return []
  const { unit, values, total } = measured
  const rule = total ? ` (${t(`total.${total}`)})` : ''
  return [{ name: `${t(`measures.${measure}`)}${rule}`, unit, values }]
}

function directions({ energies, series }: GraphData, measure: Measure, t: T): DataColumn[] | null {
  if (!energies || !series.has(measure)) return null
  const column = (name: string, values: DataColumn['values']): DataColumn => ({ name, unit: 'Wh', values })
  if (measure === 'pv') return [column(t('yield'), energies.pv)]
  if (measure === 'grid')
    return [column(t('short.import'), energies.import), column(t('short.feedIn'), energies.feedIn)]
  if (measure === 'battery')
    return [
      column(t('measures.discharge'), energies.discharge),
      column(t('measures.charge'), energies.charge),
    ]
  return null
}

const yieldParts = ['pvToHouse', 'pvToBattery', 'pvToGrid'] as const
const consumptionParts = ['pvToHouse', 'batteryToHouse', 'gridToHouse'] as const

function parts(data: GraphData, shown: readonly Measure[], t: T): DataColumn[] {
  const { flows } = data
  if (!flows || !hasColumns(data)) return []
  const wh = (name: string, values: DataColumn['values']): DataColumn => ({ name, unit: 'Wh', values })
  const ofYield = yieldParts.map((flow) => wh(`${t('yield')} ${t(`flows.${flow}`)}`, flows[flow]))
  const ofConsumption = consumptionParts.map((flow) =>
    wh(`${t('consumption')} ${t(flow === 'pvToHouse' ? 'flows.fromPv' : `flows.${flow}`)}`, flows[flow]),
  )
  return [...(shown.includes('pv') ? ofYield : []), ...(shown.includes('load') ? ofConsumption : [])]
}
