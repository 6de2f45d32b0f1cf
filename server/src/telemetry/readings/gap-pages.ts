import { ownFrom } from '@kellersonne/core/live/today'
import type { CounterName } from '@kellersonne/core/telemetry/readings'
import { QUARTER_MS, quarterOf } from '@kellersonne/core/time/days'
import type { Sql } from '../../platform/db/database.ts'
import { counters } from './columns.ts'
import { type EnergyGap, gapsTouching } from './gaps.ts'
import type { Period } from './pages.ts'
import { type CounterStep, readSeries, type Series } from './series.ts'

const DAY_MS = 86_400_000
/** Of consecutive quarters: few enough that a faulty unit's counters never block the event loop for long. */
const PAGE_MS = 20 * DAY_MS
const ALL = counters.map(({ counter }) => counter)

/** The columns of `gapPages`, energies in Wh. */
export const GAP_HEADER = ['from', 'until', ...counters.map(({ name }) => name)]

const line = ({ from, until, energies }: EnergyGap) =>
  `${[
    new Date(from).toISOString(),
    new Date(until).toISOString(),
    ...counters.map(({ counter }) => energies[counter] ?? ''),
  ].join()}\r\n`

const isKnown = (energy: number) => !Number.isNaN(energy)

/**
 * Yields pages of the gaps that lie entirely in the period and whose energies belong to no quarter, as complete CSV lines.
 * A counter that is known again after a long time is read once more, alone, from where it was last known.
 */
export async function* gapPages(sql: Sql, { system, since, until }: Period) {
  const earliest = ownFrom(since)
  const end = quarterOf(until)
  /** The starts of the quarters in which counters were last known, in ms. */
  const lastKnown = new Map<CounterName, number>()

  async function read(from: number, next: Date, names: readonly CounterName[]): Promise<Series | undefined> {
    const stretch = { system, from: new Date(from), until: next, earliest, latest: end }
    const wanted = { measures: [], extremes: false, energies: true, counters: names }
    const [series] = await readSeries(sql, [stretch], wanted)
    return series
  }

  /** Returns the gaps of these counters that a series holds wholly, and notes where each was last known. */
  function take({ start, energies, gaps }: Series, next: Date, names: readonly CounterName[]): CounterStep[] {
    for (const counter of names) {
      const quarter = energies.get(counter)?.findLastIndex(isKnown) ?? -1
      if (quarter >= 0) lastKnown.set(counter, start + quarter * QUARTER_MS)
    }
    return gaps.filter(
      ({ counter, from, until }) => names.includes(counter) && from >= start && until <= next.getTime(),
    )
  }

  for (let done = earliest; done < end; ) {
    const page = done.getTime()
    const next = new Date(Math.min(end.getTime(), page + PAGE_MS))
    const knownAt = (counter: CounterName) => lastKnown.get(counter) ?? page
    const [recent, silent] = [
      ALL.filter((counter) => knownAt(counter) >= page - DAY_MS),
      ALL.filter((counter) => knownAt(counter) < page - DAY_MS),
    ]
    const series = await read(Math.min(page, ...recent.map(knownAt)), next, ALL)
    if (!series) return
    const gaps = take(series, next, recent)
    const back = silent.filter((counter) => series.energies.get(counter)?.some(isKnown))
    for (const [from, names] of Map.groupBy(back, knownAt)) {
      const whole = await read(from, next, names)
      if (whole) gaps.push(...take(whole, next, names))
    }
    const found = gapsTouching({ gaps }).filter(({ until: closed }) => closed > page)
    if (found.length > 0)
      yield found
        .sort((a, b) => a.from - b.from)
        .map(line)
        .join('')
    done = next
  }
}
