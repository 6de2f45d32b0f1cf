import { type Alert, SERIES_MS, type Sight } from '../alerts/alert.ts'
import type { Reader } from '../alerts/hold.ts'
import { judgeAlerts } from '../alerts/judge.ts'
import { FLICKER_MS } from '../episodes.ts'
import type { OwnRule } from './own-rule.ts'
import { isFulfilled, isGap, type RuleSample, UNSEEN, type Watch, watchRule } from './watch.ts'

/** How a rule would have done: it was never fulfilled, sometimes, so often that it annoys, or nearly all the time. */
export const ruleVerdicts = ['never', 'sometimes', 'often', 'always'] as const
export type RuleVerdict = (typeof ruleVerdicts)[number]

export type RulePreview = {
  /** How many times it was fulfilled anew. */
  readonly fulfilled: number
  /** How many times the owner would have been written to because of that. */
  readonly times: number
  /** The share of the measured time in which it was, in %; null = nothing was measured. */
  readonly share: number | null
  /** null = nothing was measured. */
  readonly verdict: RuleVerdict | null
}

const DAY_MS = 24 * 3_600_000
const OFTEN_A_DAY = 1
const ALWAYS = 0.8

function verdictOf(fulfilled: number, stood: number, measured: number): RuleVerdict {
  if (measured > 0 && stood >= measured * ALWAYS) return 'always'
  if (fulfilled === 0) return 'never'
  return fulfilled > OFTEN_A_DAY * Math.max(1, measured / DAY_MS) ? 'often' : 'sometimes'
}

function sightOf({ episode }: Watch, now: Date): Sight[] {
  if (episode === null) return []
  const { raisedAt: since, resolvedAt: until, count } = episode
  if (until !== null && now.getTime() - until.getTime() >= FLICKER_MS) return []
  return [{ system: 1, cause: 'rule', subject: '', since, until, count }]
}

/**
 * Judges a rule by samples of the past, in time order, as it is judged live: by the same function, and reported by the same rules
 * for alerts. `ended` returns the result.
 */
export function openPreview(rule: OwnRule, reader: Pick<Reader, 'quiet' | 'zoneOf'>) {
  let watch = UNSEEN
  let alerts: readonly Alert[] = []
  let next: Date | null = null
  let lastNotifiedAt: Date | null = null
  let [fulfilled, times, measured, stood] = [0, 0, 0, 0]

  function look(now: Date) {
    const { judged, nextAt } = judgeAlerts(alerts, sightOf(watch, now), {
      ...{ now, outage: () => false, watchedFrom: null },
      reader: { ...reader, reaches: () => true, wants: () => true, lastNotifiedAt },
    })
    const sent = judged.flatMap(({ notice }) => notice ?? [])
    if (sent.length > 0) lastNotifiedAt = now
    times += sent.filter((notice) => notice !== 'ended').length
    alerts = judged
      .map(({ alert }) => alert)
      .filter(({ overAt }) => overAt === null || now.getTime() - overAt.getTime() < SERIES_MS)
    next = nextAt
  }

  function lookUntil(at: Date) {
    while (next !== null && next <= at) look(next)
  }

  return {
    add(sample: RuleSample) {
      const { seenAt, episode } = watch
      lookUntil(sample.at)
      const after = watchRule(rule, watch, sample)
      if (seenAt !== null && sample.at > seenAt && !isGap(seenAt, sample.at)) {
        const ms = sample.at.getTime() - seenAt.getTime()
        measured += ms
        if (isFulfilled(watch)) stood += ms
      }
      if (isFulfilled(after) && !isFulfilled(watch)) fulfilled += 1
      watch = after
      if (after.episode !== episode) look(sample.at)
    },
    ended(now: Date): RulePreview {
      lookUntil(now)
      if (watch.seenAt === null) return { fulfilled, times, share: null, verdict: null }
      const share = measured === 0 ? 0 : (100 * stood) / measured
      return { fulfilled, times, share, verdict: verdictOf(fulfilled, stood, measured) }
    },
  }
}
