import type { Flows } from '@kellersonne/core/energy/forecast/curtailed'
import type { Course } from '@kellersonne/core/energy/forecast/past'
import type { TimedEnergies } from '@kellersonne/core/live/today'
import { type CounterName, lastQuarterEnd } from '@kellersonne/core/telemetry/readings'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import { type WattHours, type Watts, wattHours, watts } from '@kellersonne/core/units/units'
import type { Sql } from '../../platform/db/database.ts'
import { openSlices } from '../../platform/slices.ts'
import { THOUSANDTHS } from '../../telemetry/readings/columns.ts'
import { type EnergyGap, gapsWithin } from '../../telemetry/readings/gaps.ts'
import { readSeries, type Series } from '../../telemetry/readings/series.ts'

const HOUR_MS = 3_600_000

/** The mean powers of one system's quarters, since `start`. */
export type Powers = {
  readonly system: number
  readonly start: Date
  readonly pv: readonly (Watts | null)[]
  readonly load: readonly (Watts | null)[]
}
/** The same, with what shows whether PV was reduced; NaN = not known. */
export type YearOfPowers = Powers & { readonly flows: Flows }
/** The quarters since `start`; counter values from before `earliest` are ignored. */
type Span = { readonly system: number; readonly start: Date; readonly earliest: Date }

const none = new Float64Array()

/** Neither PV nor load can be negative; a meter's zero offset can. */
function meanPowers({ measures }: Series, name: string): (Watts | null)[] {
  const known = measures.get(name)
  return Array.from(known?.count ?? [], (count, i) =>
    count > 0 ? watts(Math.max(0, (known?.sum[i] ?? 0) / count / THOUSANDTHS)) : null,
  )
}

/** Means of any sign, in the measure's unit. */
function means({ measures }: Series, name: string): Float64Array {
  const known = measures.get(name)
  return Float64Array.from(known?.count ?? [], (count, i) =>
    count > 0 ? (known?.sum[i] ?? 0) / count / THOUSANDTHS : Number.NaN,
  )
}

const powersOf = (series: Series): Powers => ({
  system: series.system,
  start: new Date(series.start),
  pv: meanPowers(series, 'pv_w'),
  load: meanPowers(series, 'load_w'),
})

const stretch = ({ system, start, earliest }: Span, now: Date) => ({
  ...{ system, from: start, earliest },
  until: lastQuarterEnd(now),
})

/** Computes the house's energy from its power: null after a gap, which the counters may have ended in mid-quarter. */
function houseOf(power: Watts | null, at: number, follows: boolean, now: Date): WattHours | null {
  if (power === null || !follows) return null
  const passed = Math.min(QUARTER_MS, Math.max(0, now.getTime() - at))
  return wattHours((power * passed) / HOUR_MS)
}

/** A system's quarters of which anything is known, and the energies of its gaps. */
export type KnownEnergies = {
  readonly quarters: readonly TimedEnergies[]
  /** Returns the gaps that lie between two instants. */
  readonly gaps: (from: Date, until: Date) => readonly EnergyGap[]
}

function energiesOf(series: Series, now: Date): TimedEnergies[] {
  const load = meanPowers(series, 'load_w')
  const energy = (name: CounterName, i: number) => {
    const value = series.energies.get(name)?.[i] ?? Number.NaN
    return Number.isNaN(value) ? null : wattHours(value)
  }
  return load.flatMap((power, i) => {
    const isImported = series.imported[i] === 1
    const isShare = !series.readings[i] && !isImported
    if (isShare && energy('pv', i) === null && energy('import', i) === null) return []
    const at = series.start + i * QUARTER_MS
    return [
      {
        at: new Date(at),
        isShare,
        isImported,
        pv: energy('pv', i),
        import: energy('import', i),
        feedIn: energy('feedIn', i),
        charge: energy('charge', i),
        discharge: energy('discharge', i),
        house: houseOf(power, at, (series.readings[i - 1] ?? 0) > 0, now),
      },
    ]
  })
}

/** The quarters that forecasts and today's balance are based on. */
export const quarterSeries = (sql: Sql) => ({
  async powers(spans: readonly Omit<Span, 'earliest'>[], now: Date): Promise<Powers[]> {
    const found = await readSeries(
      sql,
      spans.map((span) => stretch({ ...span, earliest: span.start }, now)),
      { measures: ['pv_w', 'load_w'], extremes: false, energies: false },
    )
    return found.map(powersOf)
  },

  /** Resolves to the PV of one system, where nothing else is needed. */
  async pv(span: Omit<Span, 'earliest'>, now: Date): Promise<Course | null> {
    const [series] = await readSeries(sql, [stretch({ ...span, earliest: span.start }, now)], {
      ...{ measures: ['pv_w'], extremes: false, energies: false },
    })
    return series
      ? {
          start: new Date(series.start),
          power: means(series, 'pv_w').map((power) => Math.max(0, power)),
        }
      : null
  },

  /** Resolves to the powers of one system, and to what shows whether its PV was reduced; in slices. */
  async year(span: Omit<Span, 'earliest'>, now: Date): Promise<YearOfPowers | null> {
    const [series] = await readSeries(sql, [stretch({ ...span, earliest: span.start }, now)], {
      measures: ['pv_w', 'load_w', 'grid_w', 'battery_w', 'soc'],
      extremes: false,
      energies: false,
    })
    if (!series) return null
    const [pv = none, grid = none, soc = none, battery = none] = await openSlices().map(
      ['pv_w', 'grid_w', 'soc', 'battery_w'],
      (name) => means(series, name),
    )
    const powers = powersOf(series)
    return { ...powers, flows: { start: powers.start, pv, grid, soc, battery } }
  },

  /** Resolves to the energies by system, ordered by time; the current quarter up to now. */
  async energies(spans: readonly Span[], now: Date): Promise<Map<number, KnownEnergies>> {
    const found = await readSeries(
      sql,
      spans.map((span) => stretch(span, now)),
      { measures: ['load_w'], extremes: false, energies: true },
    )
    return new Map(
      found.map((series) => [
        series.system,
        {
          quarters: energiesOf(series, now),
          gaps: (from, until) => gapsWithin(series, from.getTime(), until.getTime()),
        },
      ]),
    )
  },
})
