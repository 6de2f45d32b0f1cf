import type { ReadingMessage } from '@kellersonne/contract/telemetry/device'
import { type Day, dayOf, QUARTER_MS } from '@kellersonne/core/time/days'
import type { Unit } from '../lib/unit.ts'
import type { Recording } from './recordings.ts'

/** The compared energies: the counters, and the house's consumption. */
export const totalNames = ['pv', 'import', 'feed_in', 'charge', 'discharge', 'house'] as const
/** Energies in Wh. */
export type Totals = { readonly [name in (typeof totalNames)[number]]: number }

/** Mean powers in W over an interval; `pv` + `grid` + `battery` = `load`. */
type Interval = {
  readonly at: number
  readonly ms: number
  readonly pv: number
  readonly load: number
  readonly grid: number
  readonly battery: number
}

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
const HOUR_MS = 3_600_000
/** Time between a unit's last reading of an interval and its end. */
const READING_MS = 10_000
const READINGS_A_MESSAGE = 100
const IN_FLIGHT = 4

/**
 * Returns the intervals of the recording's last `days` in which PV and load are known, moved by whole weeks so that
 * they end some days before `now`. Unknown grid power is computed from the balance.
 */
export function intervalsOf({ at, columns }: Recording, days: number, now: number): Interval[] {
  const last = at.at(-1) ?? 0
  const moved = Math.floor((now - DAY_MS - last) / WEEK_MS) * WEEK_MS
  const ms = Math.min(...at.slice(1).map((start, i) => start - (at[i] ?? 0)))
  const reported = (name: string, i: number) => columns.get(name)?.[i] ?? null
  return at.flatMap((start, i) => {
    const [pv, load] = [reported('pv_w', i), reported('load_w', i)]
    if (pv === null || load === null || start <= last - days * DAY_MS) return []
    const battery = reported('battery_w', i) ?? 0
    return [{ at: start + moved, ms, pv, load, battery, grid: load - pv - battery }]
  })
}

const energies = ({ pv, grid, battery, load, ms }: Interval): Totals => {
  const wattHours = (power: number) => (Math.max(0, power) * ms) / HOUR_MS
  return {
    pv: wattHours(pv),
    import: wattHours(grid),
    feed_in: wattHours(-grid),
    charge: wattHours(-battery),
    discharge: wattHours(battery),
    house: wattHours(load),
  }
}

export const NOTHING: Totals = { pv: 0, import: 0, feed_in: 0, charge: 0, discharge: 0, house: 0 }

/** Builds totals by calling `of` for each name. */
export const totalsOf = (of: (name: keyof Totals) => number): Totals => ({
  pv: of('pv'),
  import: of('import'),
  feed_in: of('feed_in'),
  charge: of('charge'),
  discharge: of('discharge'),
  house: of('house'),
})
export const plus = (a: Totals, b: Totals) => totalsOf((name) => a[name] + b[name])

/** Returns the plain sums over the file, by local day of a time zone. */
export function plainSums(intervals: readonly Interval[], timeZone: string): ReadonlyMap<Day, Totals> {
  const sums = new Map<Day, Totals>()
  for (const interval of intervals) {
    const day = dayOf(new Date(interval.at), timeZone)
    sums.set(day, plus(sums.get(day) ?? NOTHING, energies(interval)))
  }
  return sums
}

/** Returns the readings of a unit in that house: at the end of each quarter, and at the end of each gap. */
export function readingsOf(intervals: readonly Interval[]): ReadingMessage[] {
  let counted = NOTHING
  let end = 0
  const readings: ReadingMessage[] = []
  for (const interval of intervals) {
    if (interval.at !== end) readings.push(reported(interval, interval.at, counted))
    end = interval.at + interval.ms
    const before = counted
    const [all, parts] = [energies(interval), Math.max(1, interval.ms / QUARTER_MS)]
    for (let part = 1; part <= parts; part += 1) {
      counted = totalsOf((name) => before[name] + (all[name] * part) / parts)
      readings.push(reported(interval, interval.at + (interval.ms * part) / parts - READING_MS, counted))
    }
  }
  return readings
}

const reported = (
  { pv, grid, battery }: Interval,
  at: number,
  { house, ...counted }: Totals,
): ReadingMessage => ({
  at: new Date(at).toISOString(),
  pv_w: pv,
  grid_w: grid,
  battery_w: battery,
  energy_wh: counted,
})

/** Publishes readings in order, as a backlog; resolves when all are acknowledged. */
export async function publish(unit: Unit, readings: readonly ReadingMessage[]): Promise<void> {
  const done = Promise.withResolvers<void>()
  let [sent, underway] = [0, 0]
  const next = () => {
    underway += 1
    unit.publish(JSON.stringify(readings.slice(sent, sent + READINGS_A_MESSAGE)), () => {
      underway -= 1
      if (sent < readings.length) next()
      else if (underway === 0) done.resolve()
    })
    sent += READINGS_A_MESSAGE
  }
  for (let i = 0; i < IN_FLIGHT && sent < readings.length; i += 1) next()
  await done.promise
}
