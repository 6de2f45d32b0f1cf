import type { Aspect } from './evidence.ts'
import type { FindingName } from './judgement.ts'

/** What is judged by quarters; PV and counters have rules of their own. */
type QuarterName = Exclude<FindingName, 'pv' | 'counter'>

/** Below it, a difference is not worth a word, whatever is usual. */
export const aspects: Readonly<Record<QuarterName, Aspect>> = {
  no_charge: { worse: 'lower', share: 0.5, least: 0 },
  no_discharge: { worse: 'lower', share: 0.5, least: 0 },
  round_trip: { worse: 'lower', share: 0, least: 5 },
  standby: { worse: 'higher', share: 0.5, least: 25 },
  capacity: { worse: 'lower', share: 0.1, least: 0 },
  signs: { worse: 'higher', share: 1, least: 10 },
}

export const SUNNY_HOUSE: Aspect = { worse: 'higher', share: 0.5, least: 30, never: 160 }
