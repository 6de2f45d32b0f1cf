import {
  type DayRule,
  foundSoFar,
  isSuspicious,
  learnDay,
} from '@kellersonne/core/energy/findings/day-so-far'
import type { FindingName, Judgement } from '@kellersonne/core/energy/findings/judgement'
import type { WatchedQuarters } from '@kellersonne/core/energy/findings/quarters'
import { responsesOf } from '@kellersonne/core/energy/findings/responses'
import { DAY_QUARTERS } from './house.ts'
import { cut, READ_DAYS } from './judging.ts'

const HOUR_QUARTERS = 4

/** Returns what a night learns that ends with a quarter. */
export const learnAt = (all: WatchedQuarters, until: number): readonly DayRule[] =>
  learnDay(responsesOf(cut(all, Math.max(0, until - READ_DAYS * DAY_QUARTERS), until)))

/** What an hour found, and when it ended. */
type Found = { readonly names: readonly FindingName[]; readonly until: number }

/**
 * Judges the hours of the day [from, until) as the product does, up to the first that finds anything; `judge` is what a night does.
 * `looks` counts the days that were read, and those that were judged.
 */
export function firstFound(
  all: WatchedQuarters,
  { from, until }: { readonly from: number; readonly until: number },
  rules: readonly DayRule[],
  judge: (until: number) => readonly Judgement[],
  looks: { read: number; judged: number },
): Found | null {
  for (let now = from + HOUR_QUARTERS; now <= until; now += HOUR_QUARTERS) {
    // The product looks at a moment, of which the recordings know no more than its quarter.
    if (!isSuspicious(rules, cut(all, now - 1, now))) continue
    looks.read += 1
    const suspected = foundSoFar(rules, cut(all, from, now))
    if (suspected.length === 0) continue
    looks.judged += 1
    const unusual = judge(now).filter(
      ({ verdict, name }) => verdict === 'unusual' && suspected.includes(name),
    )
    if (unusual.length > 0) return { names: unusual.map(({ name }) => name), until: now }
  }
  return null
}
