import type { Sql } from '../../platform/db/database.ts'
import { type CounterStep, readSeries } from './series.ts'
import type { Span } from './stored-quarters.ts'

/** A step of a system's counter that is no energy: its values in Wh, and their times in ms. */
export type FoundStep = CounterStep & { readonly system: number; readonly kind: 'jump' | 'reset' }

/** Resolves to the jumps and resets of counters that end in the spans; of many in one span, to the first. */
export async function stepsWithin(sql: Sql, spans: readonly Span[]): Promise<FoundStep[]> {
  const stretches = spans.map((span) => ({ ...span, earliest: new Date(0) }))
  const found = await readSeries(sql, stretches, { measures: [], extremes: false, energies: true })
  return found.flatMap(({ system, jumps, resets }) => [
    ...jumps.map((step) => ({ ...step, system, kind: 'jump' as const })),
    ...resets.map((step) => ({ ...step, system, kind: 'reset' as const })),
  ])
}
