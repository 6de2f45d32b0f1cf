import { ownFrom } from '@kellersonne/core/live/today'
import type { CounterName } from '@kellersonne/core/telemetry/readings'
import { QUARTER_MS, quarterOf } from '@kellersonne/core/time/days'
import type { Sql } from '../../platform/db/database.ts'
import { counters } from './columns.ts'
import { type EnergyGap, gapsWithin } from './gaps.ts'
import type { Period } from './pages.ts'
import { readSeries, type Series } from './series.ts'

/** Of consecutive quarters: a few hundred kilobytes. */
const PAGE_MS = 40 * 86_400_000

/** The columns of `gapPages`, energies in Wh. */
export const GAP_HEADER = ['from', 'until', ...counters.map(({ name }) => name)]

const line = ({ from, until, energies }: EnergyGap) =>
  `${[
    new Date(from).toISOString(),
    new Date(until).toISOString(),
    ...counters.map(({ counter }) => energies[counter] ?? ''),
  ].join()}\r\n`

/** Returns the start of the quarter in which the counter silent for longest was last known; null if none ever was. */
function openSince({ start, energies }: Series): Date | null {
  const lastKnown = (counter: CounterName) =>
    energies.get(counter)?.findLastIndex((energy) => !Number.isNaN(energy)) ?? -1
  const known = counters.map(({ counter }) => lastKnown(counter)).filter((quarter) => quarter >= 0)
  return known.length === 0 ? null : new Date(start + Math.min(...known) * QUARTER_MS)
}

/**
 * Yields pages of the gaps that lie entirely in the period and whose energies belong to no quarter, as complete CSV lines.
 * Each page is read from where a counter was last known, and is longer the longer that counter has been silent.
 */
export async function* gapPages(sql: Sql, { system, since, until }: Period) {
  const earliest = ownFrom(since)
  const end = quarterOf(until)
  const wanted = { measures: [], extremes: false, energies: true }
  let [from, done] = [earliest, earliest]
  while (done < end) {
    const length = Math.max(PAGE_MS, done.getTime() - from.getTime())
    const next = new Date(Math.min(end.getTime(), done.getTime() + length))
    const [series] = await readSeries(sql, [{ system, from, until: next, earliest, latest: end }], wanted)
    if (!series) return
    const found = gapsWithin(series, from.getTime(), next.getTime())
    const page = found.filter((gap) => gap.until > done.getTime()).map(line)
    if (page.length > 0) yield page.join('')
    from = openSince(series) ?? next
    done = next
  }
}
