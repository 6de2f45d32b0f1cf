import type { CorrectionPreview } from '@kellersonne/contract/energy/corrections'
import { ownFrom } from '@kellersonne/core/live/today'
import { type Correction, spanOf } from '@kellersonne/core/telemetry/corrections'
import { type CounterName, lastQuarterEnd } from '@kellersonne/core/telemetry/readings'
import { dayAfter, dayOf, QUARTER_MS, quarterOf, startOfDay } from '@kellersonne/core/time/days'
import type { Sql } from '../../platform/db/database.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { energyWithin, readWithCorrection, type Series } from '../../telemetry/readings/series.ts'

/** A correction changes the energies of the gap that it lies in: of a unit that was silent for up to a year. */
const MARGIN_MS = 366 * 86_400_000

/** A time in ms. */
type Span = { readonly from: number; readonly until: number }

const gapKey = ({ counter, from, until, before, after }: Series['gaps'][number]) =>
  [counter, from, until, before, after].join()

/** Returns the time within which two series of the same quarters differ; null if they do not. */
function changeBetween(one: Series, other: Series): Span | null {
  let [from, until] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  function extend(span: Span) {
    from = Math.min(from, span.from)
    until = Math.max(until, span.until)
  }
  for (const [counter, energies] of one.energies) {
    const others = other.energies.get(counter)
    energies.forEach((energy, i) => {
      const start = one.start + i * QUARTER_MS
      if (!Object.is(energy, others?.[i])) extend({ from: start, until: start + QUARTER_MS })
    })
  }
  const known = [new Set(one.gaps.map(gapKey)), new Set(other.gaps.map(gapKey))]
  for (const gap of [...one.gaps, ...other.gaps])
    if (!known.every((keys) => keys.has(gapKey(gap)))) extend(gap)
  return from < until ? { from, until } : null
}

/** Returns the whole days that hold a time. */
function daysAround({ from, until }: Span, timeZone: string): Span {
  const dayAt = (ms: number) => dayOf(new Date(ms), timeZone)
  return {
    from: startOfDay(dayAt(from), timeZone).getTime(),
    until: startOfDay(dayAfter(dayAt(until - 1)), timeZone).getTime(),
  }
}

/** Resolves to what a correction would change of a system's energies, as far as they are the owner's. */
export async function previewOf(
  sql: Sql,
  { id: system, visible_from, time_zone: timeZone }: OwnedSystem,
  correction: Correction,
  now: Date,
): Promise<CorrectionPreview> {
  const span = spanOf(correction)
  const earliest = ownFrom(visible_from)
  const from = new Date(
    Math.max(earliest.getTime(), quarterOf(new Date(span.from.getTime() - MARGIN_MS)).getTime()),
  )
  const until = new Date(
    Math.min(lastQuarterEnd(now).getTime(), quarterOf(new Date(span.until.getTime() + MARGIN_MS)).getTime()),
  )
  const wanted = { measures: [], extremes: false, energies: true }
  const read = await readWithCorrection(sql, { system, from, until, earliest }, wanted, correction)
  const change = read && changeBetween(read.current, read.corrected)
  const days = change && daysAround(change, timeZone)
  const sumOf = (series: Series | undefined, counter: CounterName) =>
    series && days ? energyWithin(series, counter, days.from, days.until) : null
  const compared = (counter: CounterName) => ({
    current: sumOf(read?.current, counter),
    corrected: sumOf(read?.corrected, counter),
  })
  return {
    from: days && new Date(days.from).toISOString(),
    until: days && new Date(days.until).toISOString(),
    energies: {
      pv: compared('pv'),
      import: compared('import'),
      feed_in: compared('feedIn'),
      charge: compared('charge'),
      discharge: compared('discharge'),
    },
  }
}
