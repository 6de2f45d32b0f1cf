import { QUARTER_MS } from '../../time/days.ts'
import { estimateCapacity } from '../health/capacity.ts'
import { roundTrip } from '../health/round-trip.ts'
import { aspects, SUNNY_HOUSE } from './aspects.ts'
import { capacityEvidence, LONG, type RunLengths, SHORT } from './capacity-evidence.ts'
import {
  type Aspect,
  type Evidence,
  isBeyond,
  pointsOf,
  usualOf,
  type Value,
  valueBefore,
  valuesOf,
} from './evidence.ts'
import type { FindingName, Judgement, Unknown } from './judgement.ts'
import { endToEndEvidence, restEvidence, roundTripEvidence, stepsOf } from './losses.ts'
import type { WatchedQuarters } from './quarters.ts'
import { type Response, type Responses, responsesOf } from './responses.ts'
import { signEvidence, sunnyHouseEvidence } from './signs.ts'

/** The limits of findings that are open: what has become usual meanwhile does not end them. */
export type Limits = Readonly<Partial<Record<FindingName, number>>>

/** What is known of a battery besides its quarters. */
export type BatteryFacts = {
  /** As its unit states it, Wh. */
  readonly stated: number | null
  readonly limits: Limits
}

const USUAL_TRIP = 90
/** What a battery has not done in a month, it never does. */
const LONG_QUARTERS = 30 * 96

/** Returns the first quarter of the values in a row, up to the latest, that are beyond a limit. */
const firstBeyond = (values: readonly Value[], latest: Value, limit: number, aspect: Aspect) =>
  (
    values.findLast((_, i) => {
      const before = values[i - 1]
      return before === undefined || !isBeyond(before.value, limit, aspect)
    }) ?? latest
  ).from

/** Judges one thing by its evidence (null: it was never seen to work) in the quarters before `until`. */
function judged(
  name: FindingName,
  aspect: Aspect,
  evidence: Evidence | null,
  until: number,
  limits: Limits,
  none: Unknown,
): Judgement {
  const unknown = (why: Unknown) => ({ name, verdict: 'unknown', why }) as const
  if (evidence === null) return unknown(none)
  const values = valuesOf(evidence, until)
  const usual = usualOf(values, until, aspect)
  const latest = valueBefore(evidence, until)
  if (usual === null) return unknown('too_little')
  if (latest === null) return unknown('nothing_lately')
  const limit = limits[name] ?? usual.limit
  const reasons = { value: latest.value, usual: usual.median, limit, points: pointsOf(values, evidence) }
  return isBeyond(latest.value, limit, aspect)
    ? {
        name,
        verdict: 'unusual',
        ...reasons,
        since: evidence.start + firstBeyond(values, latest, limit, aspect) * QUARTER_MS,
      }
    : { name, verdict: 'usual', ...reasons }
}

/** Judges what a battery does with what there is to do. */
function judgeResponses(
  { soc }: WatchedQuarters,
  { limits }: BatteryFacts,
  responses: Responses,
): Judgement[] {
  const isLong = soc.filter((percent) => !Number.isNaN(percent)).length >= LONG_QUARTERS
  const of = (name: 'no_charge' | 'no_discharge', response: Response | null) =>
    judged(name, aspects[name], response, soc.length, limits, isLong ? 'never' : 'too_little')
  return [of('no_charge', responses.charge), of('no_discharge', responses.discharge)]
}

/** Judges everything that quarters, with their responses, show. What differs less than `aspects` say, or than by chance, is usual. */
export function judgeQuarters(
  quarters: WatchedQuarters,
  facts: BatteryFacts,
  responses: Responses = responsesOf(quarters),
): Judgement[] {
  const { limits, stated } = facts
  const until = quarters.soc.length
  const capacity = estimateCapacity(quarters)?.capacity ?? stated
  const own = capacity === null ? null : roundTrip(quarters, capacity, { from: 0, until })
  const steps = stepsOf(quarters, capacity ?? Number.NaN)
  const trip = capacity === null ? null : roundTripEvidence(quarters, steps, capacity)
  const ends = capacity === null ? null : endToEndEvidence(quarters, steps, capacity)
  const rest = capacity === null ? null : restEvidence(quarters, capacity)
  const runs = (lengths: RunLengths) =>
    capacity === null ? null : capacityEvidence(quarters, own?.percent ?? USUAL_TRIP, lengths)
  return [
    ...judgeResponses(quarters, facts, responses),
    worseOf(
      judged('round_trip', aspects.round_trip, trip, until, limits, 'too_little'),
      judged('round_trip', aspects.round_trip, ends, until, limits, 'too_little'),
    ),
    judged('standby', aspects.standby, rest, until, limits, 'too_little'),
    worseOf(
      judged('capacity', aspects.capacity, runs(LONG), until, limits, 'too_little'),
      judged('capacity', aspects.capacity, runs(SHORT), until, limits, 'too_little'),
    ),
    judgedSigns(quarters, until, limits),
  ]
}

/** A wrong sign shows at night, as a house that generates, or in the sun, as one that uses more than there is. */
function judgedSigns(quarters: WatchedQuarters, until: number, limits: Limits): Judgement {
  return worseOf(
    judged('signs', aspects.signs, signEvidence(quarters), until, limits, 'not_measured'),
    judged('signs', SUNNY_HOUSE, sunnyHouseEvidence(quarters), until, {}, 'not_measured'),
  )
}

/** Of two judgements of the same thing, the one that is unusual counts. */
const worseOf = (one: Judgement, other: Judgement) =>
  one.verdict !== 'unusual' && other.verdict === 'unusual' ? other : one
