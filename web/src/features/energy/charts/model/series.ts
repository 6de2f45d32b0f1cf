import { kindOf, type Measure, type Method, methodsOf } from '@kellersonne/core/energy/charts'
import type { MarkerName } from '../../../../ui/feedback/Marker.tsx'

/** Series that share a unit and a lane. */
export const groups = ['power', 'state', 'energy', 'forecast'] as const
export type Group = (typeof groups)[number]

/** All available series, in the order of the list. */
export const seriesOf = {
  power: ['pv', 'grid', 'battery', 'load', 'output'],
  state: ['soc', 'gridVoltage'],
  energy: ['charge', 'discharge'],
  forecast: ['energyForecast', 'loadForecast'],
} as const satisfies Record<Group, readonly Measure[]>

export const allSeries: readonly Measure[] = groups.flatMap((group): readonly Measure[] => seriesOf[group])

/** CHT-02 m0: the powers, and the house's load derived from them. */
export const POWERS = ['pv', 'grid', 'battery', 'load'] as const satisfies readonly Measure[]
export const isPower = (measure: Measure) => POWERS.some((power) => power === measure)

export const isForecast = (measure: Measure) => kindOf[measure] === 'forecast'

/** Each once, in the order of the list. */
export const inOrder = (series: readonly Measure[]) => allSeries.filter((one) => series.includes(one))

/** The method used for a measure if it does not support `wanted`. */
export const methodFor = (measure: Measure, wanted: Method): Method =>
  methodsOf(measure).find((one) => one === wanted) ?? methodsOf(measure)[0] ?? wanted

const markers: Record<Measure, MarkerName> = {
  pv: 'pv',
  grid: 'import',
  battery: 'battery',
  load: 'load',
  output: 'load',
  soc: 'soc',
  gridVoltage: 'voltage',
  charge: 'battery',
  discharge: 'battery',
  energyForecast: 'pv',
  loadForecast: 'load',
}
/** Power fed into the grid has its own marker. */
export const markerOf = (measure: Measure, value: number | null): MarkerName =>
  measure === 'grid' && value !== null && value < 0 ? 'feed-in' : markers[measure]

/** True if at least one of the series supports the method, or there are no series. */
export const isSensible = (series: readonly Measure[], method: Method) =>
  series.length === 0 || series.some((one) => methodsOf(one).includes(method))

/** Why none of the series supports a method. */
export const whySenseless = (series: readonly Measure[]): 'only_energies' | 'states_have_no_sum' =>
  series.every((one) => kindOf[one] === 'energy') ? 'only_energies' : 'states_have_no_sum'
