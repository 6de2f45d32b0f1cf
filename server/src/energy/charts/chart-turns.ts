import { intervals } from '@kellersonne/contract/energy/charts'
import { type Range, rangeOf } from '@kellersonne/core/energy/charts'
import { type Aside, type Call, openFairQueue } from '../../platform/http/turns/fair-queue.ts'
import { openRecentSums } from '../../platform/http/turns/recent-sums.ts'
import type { Question } from './answers.ts'

export const RETRY_AFTER_S = 2
/** A page makes a dozen requests at once: several methods, the previous period, related charts and the events. */
const OF_AN_OWNER = { atOnce: 300, each: 15, all: 300, retryAfter: RETRY_AFTER_S }
const IN_THE_THREAD = { atOnce: 4, reserved: 2, each: 1, all: 300, retryAfter: RETRY_AFTER_S }
/** System-days: a year of one system, or a month of a dozen. */
const MODEST = 400
/** Of the last half minute: several pages of one system with its years. */
const MODEST_OF_LATE = 2000
/** Health goes back three years. */
const HEALTH_DAYS = 3 * 365
/** A correction may change what a unit did not report for a year, and is compared with the series as it was. */
const CORRECTION_DAYS = 2 * 366
const JUMP_DAYS = 7
/** The year that forecasts remember. */
const RUNWAY_DAYS = 366
const DAY_MS = 86_400_000

/** Not one by one: events may be asked for of a century. */
const countDays = ({ from, until }: Pick<Range, 'from' | 'until'>) =>
  (Date.parse(until) - Date.parse(from)) / DAY_MS

/** Returns how many days of how many systems a question is about. */
function systemDays(question: Question): number {
  switch (question.of) {
    case 'graph': {
      const { period } = intervals[question.asked.interval]
      const { systems, asked } = question
      return systems.length * countDays(rangeOf(asked.from_date, period, systems[0].time_zone))
    }
    case 'calendar':
    case 'events':
      return question.systems.length * countDays(question.range)
    case 'jumps':
      return question.systems.length * JUMP_DAYS
    case 'rows':
      return question.days
    case 'correction':
      return CORRECTION_DAYS
    case 'health':
      return HEALTH_DAYS
    case 'runway':
      return RUNWAY_DAYS
  }
}

/**
 * Opens the queue that all questions to the thread share. An owner has one at a time, of whatever kind. Half of the turns are
 * for modest questions of owners who have not asked for much of late; of the others those go first who asked for least: whoever
 * asks for years of many systems keeps those waiting who do the same, and nobody who looks at a day.
 */
export function openChartTurns(clock?: () => number) {
  const owners = openFairQueue(OF_AN_OWNER)
  const ofLate = openRecentSums(clock)
  /** Of those whose turn it is among their own calls: what they have asked for of late, 0 if that is modest. */
  const penalties = new Map<string, number>()
  const thread = openFairQueue({ ...IN_THE_THREAD, demerits: (owner) => penalties.get(owner) ?? 0 })
  return {
    run: <A>(call: Call, question: Question, work: () => Promise<A>): Promise<A> =>
      owners.run(call, async () => {
        const { owner } = call.caller
        const size = systemDays(question)
        const sum = ofLate.add(owner, size)
        penalties.set(owner, size > MODEST || sum > MODEST_OF_LATE ? sum : 0)
        try {
          return await thread.run(call, work)
        } finally {
          penalties.delete(owner)
        }
      }),
  }
}
export type ChartTurns = ReturnType<typeof openChartTurns>

type Asking = {
  readonly turns: ChartTurns
  readonly answer: (question: Question, now: Date, owner: string) => Promise<string>
}

/** Resolves to the answer as JSON, once it is the caller's turn in the thread; meanwhile others take the call's own turn. */
export const answerInTurn = (
  { turns, answer }: Asking,
  { caller, reply, recheck, aside }: Call & { readonly aside: Aside },
  question: Question,
  now: Date,
): Promise<string> =>
  aside(() => turns.run({ caller, reply, recheck }, question, () => answer(question, now, caller.owner)))
