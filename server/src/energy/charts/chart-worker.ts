import { ApiError } from '../../platform/http/api-error.ts'
import type { Question } from './answers.ts'
import { openThread, ThreadEndedError } from './chart-thread.ts'
import { type ChartTurns, openChartTurns } from './chart-turns.ts'
import { openRests } from './rests.ts'

/** Computes charts, and everything else that takes years of quarters. */
export type ChartWorker = {
  /** Resolves to JSON. */
  readonly answer: (question: Question, now: Date, owner: string) => Promise<string>
  readonly turns: ChartTurns
  readonly close: () => Promise<unknown>
}

/**
 * Answers in a worker thread, off the event loop. `url` as in libpq, `clock` in ms.
 *
 * A thread that runs out of memory ends with all that it was asked. Whoever was in it is asked in a second thread, one after the
 * other, again and for a time (decision 0168): there whoever is to blame ends nobody else's questions, and rests.
 */
export function createChartWorker(url: string, clock: () => number = () => performance.now()): ChartWorker {
  const shared = openThread(url)
  const apart = openThread(url)
  const suspects = openRests(clock)
  const resting = openRests(clock)
  let lastApart: Promise<unknown> = Promise.resolve()

  const unavailable = (ms: number) => new ApiError('unavailable', { retryAfter: Math.ceil(ms / 1000) })

  async function askApart(question: Question, now: Date): Promise<string> {
    const asked = lastApart.then(() => apart.ask(question, now))
    lastApart = asked.catch(() => undefined)
    return asked
  }

  async function ask(question: Question, now: Date, owner: string): Promise<string> {
    if (suspects.left(owner) > 0) return askApart(question, now)
    try {
      return await shared.ask(question, now)
    } catch (error) {
      if (!(error instanceof ThreadEndedError) || error.isToBlame) throw error
      suspects.add(owner)
      return askApart(question, now)
    }
  }

  return {
    turns: openChartTurns(),
    async answer(question, now, owner) {
      const rest = resting.left(owner)
      if (rest > 0) throw unavailable(rest)
      try {
        return await ask(question, now, owner)
      } catch (error) {
        throw error instanceof ThreadEndedError ? unavailable(resting.add(owner)) : error
      }
    },
    close: () => Promise.all([shared.close(), apart.close()]),
  }
}
