import type { CounterName } from '@kellersonne/core/telemetry/readings'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import * as z from 'zod/mini'
import type { Extremes, Folded, Numbers } from '../../sealing/day.ts'
import { counters, THOUSANDTHS } from '../columns.ts'

const DAY_QUARTERS = 96
const column = z.nullable(z.array(z.nullable(z.number())))
/** A day in UTC (ms) of an import: Wh by quarter and counter. */
export const importedDay = z.object({
  day: z.number(),
  pv_wh: column,
  import_wh: column,
  feed_in_wh: column,
  charge_wh: column,
  discharge_wh: column,
})
export type ImportedDay = z.output<typeof importedDay>

/** SQL of a row of the table `imported_day` as JSON, for `importedDay`. */
export const importedDayAsJson = `jsonb_build_object('day', extract(epoch from day) * 1000,
  ${counters.map(({ name }) => `'${name}', ${name}`).join(', ')})`

/** Imported energies of consecutive quarters, in Wh; NaN = none. Empty if nothing was imported. */
export type ImportedQuarters = ReadonlyMap<CounterName, Numbers>

/** Places days on `count` quarters since `start` (ms). Of two imports of one quarter, the first counts. */
export function importedQuarters(
  days: readonly ImportedDay[],
  start: number,
  count: number,
): ImportedQuarters {
  const found = new Map<CounterName, Numbers>()
  for (const day of days)
    for (const { name, counter } of counters) {
      const values = day[name as keyof ImportedDay]
      if (!Array.isArray(values)) continue
      const into = found.get(counter) ?? new Float64Array(count).fill(Number.NaN)
      found.set(counter, into)
      for (let i = 0; i < DAY_QUARTERS; i += 1) {
        const at = Math.round((day.day - start) / QUARTER_MS) + i
        const value = values[i]
        if (at >= 0 && at < count && typeof value === 'number' && Number.isNaN(into[at])) into[at] = value
      }
    }
  return found
}

type Measures = ReadonlyMap<string, Folded & Extremes>
type Energies = ReadonlyMap<CounterName, Numbers>
type Gap = { readonly counter: CounterName; readonly from: number; readonly until: number }
export type Overlaid = {
  readonly measures: Measures
  readonly energies: Energies
  /** 1 for the quarters of which something was imported. */
  readonly imported: Uint8Array
}

/**
 * Fills in what was imported where nothing was measured: neither a reading, nor an energy, nor a gap whose energy is
 * known as a whole. Powers are the means of the quarters. `start` in ms.
 */
export function overlaid(
  series: Omit<Overlaid, 'imported'> & {
    readonly readings: Numbers
    readonly gaps: readonly Gap[]
    readonly start: number
  },
  found: ImportedQuarters,
): Overlaid {
  const { readings } = series
  const imported = new Uint8Array(readings.length)
  if (found.size === 0) return { measures: series.measures, energies: series.energies, imported }
  const energies = new Map([...series.energies].map(([counter, values]) => [counter, values.slice()]))
  const measures = new Map([...series.measures].map(([name, one]) => [name, copyOf(one)]))
  const inGap = quartersInGaps(series, found)
  const valueAt = (counter: CounterName, i: number) => found.get(counter)?.[i] ?? Number.NaN
  for (let i = 0; i < readings.length; i += 1) {
    if ((readings[i] ?? 0) > 0) continue
    for (const counter of found.keys()) {
      if (Number.isNaN(valueAt(counter, i))) continue
      const known = energies.get(counter)
      if (known && (!Number.isNaN(known[i]) || inGap.get(counter)?.[i] === 1)) continue
      imported[i] = 1
      if (known) known[i] = valueAt(counter, i)
    }
    if (imported[i] === 0) continue
    const power = {
      pv_w: valueAt('pv', i),
      grid_w: valueAt('import', i) - valueAt('feedIn', i),
      battery_w: 0,
      load_w: 0,
    }
    power.battery_w = valueAt('discharge', i) - valueAt('charge', i)
    power.load_w = power.pv_w + power.grid_w + (Number.isNaN(power.battery_w) ? 0 : power.battery_w)
    for (const [name, wattHours] of Object.entries(power)) setMean(measures.get(name), i, wattHours)
  }
  return { measures, energies, imported }
}

/** Marks the quarters that gaps touch, by counter: one by one, a faulty unit's thousands would take too long. */
function quartersInGaps(
  {
    gaps,
    start,
    readings,
  }: { readonly gaps: readonly Gap[]; readonly start: number; readonly readings: Numbers },
  found: ImportedQuarters,
): ReadonlyMap<CounterName, Uint8Array> {
  const marks = new Map([...found.keys()].map((counter) => [counter, new Uint8Array(readings.length)]))
  for (const { counter, from, until } of gaps) {
    const [first, end] = [Math.floor((from - start) / QUARTER_MS), Math.ceil((until - start) / QUARTER_MS)]
    marks.get(counter)?.fill(1, Math.max(0, first), Math.max(0, end))
  }
  return marks
}

const copyOf = ({ count, sum, min, max }: Folded & Extremes) => ({
  ...{ count: count.slice(), sum: sum.slice(), min: min.slice(), max: max.slice() },
})

const QUARTERS_AN_HOUR = 4
/** Sets a quarter's mean power, in thousandths of a watt, by its energy in Wh. */
function setMean(measure: (Folded & Extremes) | undefined, i: number, wattHours: number) {
  if (!measure || Number.isNaN(wattHours)) return
  measure.count[i] = 1
  for (const column of [measure.sum, measure.min, measure.max])
    column[i] = Math.round(wattHours * QUARTERS_AN_HOUR * THOUSANDTHS)
}
