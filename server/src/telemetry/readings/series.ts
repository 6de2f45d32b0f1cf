import type { Correction } from '@kellersonne/core/telemetry/corrections'
import { correct } from '@kellersonne/core/telemetry/counters/correct'
import { type Between, counterEnergies, SHORT_GAP_MS } from '@kellersonne/core/telemetry/counters/energies'
import type { CounterName } from '@kellersonne/core/telemetry/readings'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import type { Sql } from '../../platform/db/database.ts'
import { openSlices, type Slices } from '../../platform/slices.ts'
import type { Extremes, Folded, Numbers } from '../sealing/day.ts'
import { withoutHidden } from './corrections.ts'
import { pointsOf } from './counter-points.ts'
import { importedQuarters, overlaid } from './imported/overlay.ts'
import { countersIn, type WantedColumns } from './quarter-rows.ts'
import { readStoredQuarters, type Span, type StoredQuarters } from './stored-quarters.ts'

/** Whole quarters of a system; counter values of quarters that begin before `earliest` or end after `latest` are ignored. */
export type Stretch = Span & { readonly earliest: Date; readonly latest?: Date }

/** Consecutive quarters, sealed or open; NaN = unknown. */
export type Series = {
  readonly system: number
  readonly start: number
  /** The number of readings; 0 = none received. */
  readonly readings: Numbers
  /** In thousandths of the measure's unit. */
  readonly measures: ReadonlyMap<string, Folded & Extremes>
  /** In Wh. A quarter without readings has a share of the energy of a short gap; see `counterEnergies`. */
  readonly energies: ReadonlyMap<CounterName, Numbers>
  /** Energies that belong to no quarter, of gaps that at least touch these. */
  readonly gaps: readonly CounterStep[]
  /** Rises that are not counted, in these quarters. */
  readonly jumps: readonly CounterStep[]
  /** What the owner has corrected, already applied. */
  readonly corrections: readonly Correction[]
  /** 1 for quarters of which something was imported, because nothing was measured. */
  readonly imported: Uint8Array
  /** Falls of a counter, in these quarters. */
  readonly resets: readonly CounterStep[]
}
export type CounterStep = Between & { readonly counter: CounterName }

/** True unless a correction gives a value at an instant outside of the quarters that are read. */
function isApplied(correction: Correction, base: number, read: { first: number; end: number }): boolean {
  if (correction.kind === 'implausible') return true
  const quarter = (correction.at.getTime() - base) / QUARTER_MS
  return quarter >= read.first && quarter < read.end
}

/** How quarters become series: what is wanted of them, and slices in which others get their turn. */
type Making = { readonly wanted: WantedColumns; readonly slices: Slices }

/** Computes the energies of a stretch from the quarters in and around it. */
async function energiesOf(
  stored: StoredQuarters,
  { from, until, earliest, latest }: Stretch,
  { wanted, slices }: Making,
): Promise<Pick<Series, 'energies' | 'gaps' | 'jumps' | 'resets'>> {
  const quarterAt = (ms: number) => (ms - stored.base) / QUARTER_MS
  // No more than this margin, also where whole days have been read: a result must not depend on what is sealed.
  const read = {
    first: Math.ceil(quarterAt(Math.max(earliest.getTime(), from.getTime() - SHORT_GAP_MS))),
    end: Math.floor(
      quarterAt(Math.min(latest?.getTime() ?? Number.POSITIVE_INFINITY, until.getTime() + SHORT_GAP_MS)),
    ),
  }
  const given = stored.corrections.filter((one) => isApplied(one, stored.base, read))
  const [start, end] = [from.getTime(), until.getTime()]
  const energies = new Map<CounterName, Numbers>()
  const gaps: CounterStep[] = []
  const jumps: CounterStep[] = []
  const resets: CounterStep[] = []
  const isWithin = ({ until: at }: Between) => at >= start && at < end
  for (const { name, counter } of countersIn(wanted)) {
    const quarters = stored.counted.get(name)
    if (!quarters) continue
    // The counters of a faulty unit may take tens of milliseconds.
    if (slices.isOver()) await slices.next()
    const points = correct(pointsOf(name, quarters, { ...stored, ...read }), counter, given)
    const found = counterEnergies(points, start, countOf({ from, until }))
    energies.set(counter, found.energies)
    for (const gap of found.gaps) if (gap.until > start && gap.from < end) gaps.push({ counter, ...gap })
    for (const jump of found.jumps.filter(isWithin)) jumps.push({ counter, ...jump })
    for (const reset of found.resets.filter(isWithin)) resets.push({ counter, ...reset })
  }
  return { energies, gaps, jumps, resets }
}

const countOf = ({ from, until }: Pick<Stretch, 'from' | 'until'>) =>
  Math.max(0, Math.round((until.getTime() - from.getTime()) / QUARTER_MS))

/** Includes the quarters around a stretch where counters give the energies at its edges. */
const around = ({ system, from, until }: Stretch): Span => ({
  system,
  from: new Date(from.getTime() - SHORT_GAP_MS),
  until: new Date(until.getTime() + SHORT_GAP_MS),
})

/**
 * Reads quarters of systems, sealed and open alike, in the order of `stretches`, as their owners have corrected them unless
 * they are wanted as sent.
 * This file is the only way to read quarters.
 */
export async function readSeries(
  sql: Sql,
  stretches: readonly Stretch[],
  wanted: WantedColumns,
): Promise<Series[]> {
  const found = await readStoredQuarters(sql, wanted.energies ? stretches.map(around) : stretches, wanted)
  const making = { wanted, slices: openSlices() }
  const series: Series[] = []
  for (const [i, stored] of found.entries()) {
    const stretch = stretches[i]
    if (making.slices.isOver()) await making.slices.next()
    const own = wanted.asSent ? { ...stored, corrections: [] } : stored
    if (stretch) series.push(await seriesOf(own, stretch, making))
  }
  return series
}

/** Resolves to a stretch as it is, and as it would be with one more correction. */
export async function readWithCorrection(
  sql: Sql,
  stretch: Stretch,
  wanted: WantedColumns,
  correction: Correction,
): Promise<{ readonly current: Series; readonly corrected: Series } | null> {
  const [stored] = await readStoredQuarters(sql, [wanted.energies ? around(stretch) : stretch], wanted)
  if (!stored) return null
  const making = { wanted, slices: openSlices() }
  const current = await seriesOf(stored, stretch, making)
  // Yields to other charts: years of quarters take long, twice.
  await making.slices.next()
  const corrections = [...stored.corrections, correction]
  return { current, corrected: await seriesOf({ ...stored, corrections }, stretch, making) }
}

async function seriesOf(stored: StoredQuarters, stretch: Stretch, making: Making): Promise<Series> {
  const skipped = (stretch.from.getTime() - stored.base) / QUARTER_MS
  const count = countOf(stretch)
  const cut = (column: Numbers) => column.subarray(skipped, skipped + count)
  const measures = [...stored.measures].map(([name, { count: reported, sum, min, max }]) => {
    const measure = { count: cut(reported), sum: cut(sum), min: cut(min), max: cut(max) }
    return [name, withoutHidden(measure, stretch.from.getTime(), stored.corrections)] as const
  })
  const counted = await energiesOf(stored, stretch, making)
  const start = stretch.from.getTime()
  const readings = cut(stored.readings)
  const own = { start, readings, measures: new Map(measures), energies: counted.energies, gaps: counted.gaps }
  return {
    system: stretch.system,
    ...{ start, readings, corrections: stored.corrections },
    ...counted,
    ...overlaid(own, importedQuarters(stored.imported, start, count)),
  }
}

/** Sums a counter's energies, including those of gaps that lie within the series; null if none is known. */
export const energySum = (series: Series, counter: CounterName): number | null =>
  energyWithin(series, counter, series.start, series.start + series.readings.length * QUARTER_MS)

/** Sums a counter's energies of the quarters and gaps that lie between two instants (ms); null if none is known. */
export function energyWithin(
  { start, energies, gaps }: Series,
  counter: CounterName,
  from: number,
  until: number,
): number | null {
  const quarterAt = (ms: number) => Math.max(0, Math.round((ms - start) / QUARTER_MS))
  const quarters = energies.get(counter)?.subarray(quarterAt(from), quarterAt(until)) ?? new Float64Array()
  const within = gaps.filter((gap) => gap.counter === counter && gap.from >= from && gap.until <= until)
  const known = quarters.filter((energy) => !Number.isNaN(energy))
  if (known.length === 0 && within.length === 0) return null
  return within.reduce((sum, { before, after }) => sum + after - before, 0) + known.reduce((a, b) => a + b, 0)
}
