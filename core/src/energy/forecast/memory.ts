import type { Day } from '../../time/days.ts'
import type { Merit } from './merit/merit.ts'

/** The times of issue that are judged apart: at midnight, from 9:00, noon and 15:00 on, and for the following days. */
export const issueTimes = ['midnight', 'morning', 'noon', 'afternoon', 'tomorrow'] as const
export type IssueTime = (typeof issueTimes)[number]

/**
 * What is remembered of one system and kind (PV or load) between forecasts, updated once a day by `learnPv` and
 * `learnLoad`; plain JSON, some kB. To be dropped when the system changes hands or its past is corrected: it is rebuilt
 * from the quarters of the last 60 days.
 */
export type Memory = {
  readonly version: 1
  /** The last local day it has learnt from; null = none yet. */
  readonly learnt: Day | null
  readonly merits: Readonly<Partial<Record<IssueTime, Merit>>>
}

export const noMemory: Memory = { version: 1, learnt: null, merits: {} }

/** From how many days back a new memory is built. */
const MEMORY_DAYS = 60

const QUARTERS_AN_HOUR = 4
/** Quarters of the day that are over, at the time each kind of issue is judged. */
export const judgedAt: Readonly<Record<IssueTime, number>> = {
  midnight: 0,
  morning: 9 * QUARTERS_AN_HOUR,
  noon: 12 * QUARTERS_AN_HOUR,
  afternoon: 15 * QUARTERS_AN_HOUR,
  tomorrow: 0,
}

/** Returns which experience counts for a forecast issued with so many quarters over, `ahead` days before its day. */
export function issueTimeOf(ahead: number, passed: number, isInDay: boolean): IssueTime {
  if (ahead > 0) return 'tomorrow'
  if (!isInDay) return 'midnight'
  if (passed < 42) return 'morning'
  return passed < 54 ? 'noon' : 'afternoon'
}

/** Returns the indices of days that are still to be learnt from, at most `most`, the oldest first. */
export function toLearn(memory: Memory, days: readonly Day[], most: number): readonly number[] {
  const last = days.length - 1
  const after =
    memory.learnt === null ? -1 : days.findIndex((day) => memory.learnt !== null && day > memory.learnt)
  const first = memory.learnt !== null && after < 0 ? last : Math.max(after, last - MEMORY_DAYS, 1)
  return Array.from({ length: Math.max(0, Math.min(most, last - first)) }, (_, i) => first + i)
}
