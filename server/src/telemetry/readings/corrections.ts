import { type Correction, hides, type Implausible, spanOf } from '@kellersonne/core/telemetry/corrections'
import { counterNames } from '@kellersonne/core/telemetry/readings'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import { wattHours } from '@kellersonne/core/units/units'
import * as z from 'zod/mini'
import type { Extremes, Folded } from '../sealing/day.ts'
import { counters } from './columns.ts'

/** SQL of a row of the table `correction` as JSON, for `storedCorrection`. */
export const correctionAsJson = `jsonb_build_object('counter', correction.counter, 'start', correction.start,
  'until', correction.until, 'before', correction.before, 'after', correction.after)`

/**
 * SQL of the corrections that apply, each as far as its owner had the system: the next owner is not bound by them. The
 * quarter in which a system changes hands belongs to nobody.
 */
export const APPLYING = `
  select id, system, since, counter, start, before, after, made_at, case
    when correction.until is not null then least(correction.until, lost) end as until
  from correction join (
    select system, since, date_bin('15 minutes', until, timestamptz 'epoch') as lost from ownership
  ) as ownership using (system, since)
  where undone_at is null and (lost is null or start < lost)`

const instant = z.pipe(
  z.string(),
  z.transform((text) => new Date(text)),
)
const energy = z.nullable(
  z.pipe(
    z.number(),
    z.transform((value) => wattHours(value)),
  ),
)
const counter = z.enum(counterNames)

export const storedCorrection = z.union([
  z.pipe(
    z.object({ counter: z.nullable(counter), start: instant, until: instant }),
    z.transform(
      ({ counter: of, start, until }): Correction => ({
        ...{ kind: 'implausible', counter: of },
        ...{ from: start, until },
      }),
    ),
  ),
  z.pipe(
    z.object({ counter, start: instant, before: energy, after: energy }),
    z.transform(
      ({ counter: of, start, before, after }): Correction => ({
        ...{ kind: 'value', counter: of, at: start },
        ...{ before, after },
      }),
    ),
  ),
])

const isOfEverything = (correction: Correction): correction is Implausible =>
  correction.kind === 'implausible' && correction.counter === null

/** Returns consecutive quarters since `start` (ms) without the values of those in which everything is implausible. */
export function withoutHidden(
  measure: Folded & Extremes,
  start: number,
  corrections: readonly Correction[],
): Folded & Extremes {
  const hidden = corrections.filter(isOfEverything)
  if (hidden.length === 0) return measure
  const isHidden = hides(hidden)
  const without = (values: Float64Array, nothing: number) =>
    values.map((value, i) => (isHidden(start + i * QUARTER_MS) ? nothing : value))
  return {
    count: without(measure.count, 0),
    sum: without(measure.sum, Number.NaN),
    min: without(measure.min, Number.NaN),
    max: without(measure.max, Number.NaN),
  }
}

/** Returns which columns of a quarter that starts at `ms` are corrected: `all`, or counters. */
export function correctedColumns(corrections: readonly Correction[], ms: number): string[] {
  const touching = corrections.filter((one) => {
    const { from, until } = spanOf(one)
    return (
      from.getTime() < ms + QUARTER_MS && (one.kind === 'value' ? from.getTime() >= ms : until.getTime() > ms)
    )
  })
  if (touching.some(isOfEverything)) return ['all']
  return counters
    .filter(({ counter: of }) => touching.some((one) => one.counter === of))
    .map(({ name }) => name)
}
