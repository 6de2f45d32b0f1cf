import type { exclusionReason } from '@kellersonne/contract/energy/forecast-record'
import type { Spoiling } from '@kellersonne/core/energy/forecast/forecast'
import type * as z from 'zod/mini'
import { EARLY_QUARTERS } from './keep.ts'
import type { DayRecord } from './store.ts'

type Reason = z.output<typeof exclusionReason>

/** Returns why a judged day does not count; null if it does. `spoilt`: why its PV is not what the sun gave. */
export function excludedOf(
  { issues, judgement }: DayRecord,
  kind: 'pv' | 'load',
  spoilt: Spoiling | null,
): Reason | null {
  if (issues.first >= EARLY_QUARTERS || issues.sums[kind] === null) return 'not_forecast'
  if ((judgement?.[kind].came ?? null) === null) return 'gap'
  return kind === 'pv' ? spoilt : null
}
