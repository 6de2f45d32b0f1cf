import { Worker } from 'node:worker_threads'
import { DatabaseUnavailableError } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Question } from './answers.ts'
import { type ChartTurns, openChartTurns, RETRY_AFTER_S } from './chart-turns.ts'

export type WorkerRequest = { readonly id: number; readonly question: Question; readonly now: Date }
export type WorkerResponse =
  | { readonly id: number; readonly json: string }
  | { readonly id: number; readonly error: unknown; readonly isAway: boolean }

/** Computes charts, and everything else that takes years of quarters. */
export type ChartWorker = {
  /** Resolves to JSON. */
  readonly answer: (question: Question, now: Date) => Promise<string>
  readonly turns: ChartTurns
  readonly close: () => Promise<unknown>
}

/** The thread is terminated, freeing its memory, after this long without requests. */
const IDLE_MS = 5 * 60_000
const HEAP_MB = 256

type Pending = PromiseWithResolvers<string>

/** Settles the promise of an order with its outcome. */
function settle({ resolve, reject }: Pending, outcome: WorkerResponse) {
  if ('json' in outcome) return resolve(outcome.json)
  const { error, isAway } = outcome
  reject(
    isAway && error instanceof Error ? new DatabaseUnavailableError(error.message, { cause: error }) : error,
  )
}

/** Starts one worker thread and tracks its pending orders. */
function openThread(url: string) {
  const pending = new Map<number, Pending>()
  let last = 0
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: { url },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  worker.unref()
  worker.on('message', (outcome: WorkerResponse) => {
    const waits = pending.get(outcome.id)
    pending.delete(outcome.id)
    if (waits) settle(waits, outcome)
  })
  return {
    pending,
    worker,
    give(question: Question, now: Date): Promise<string> {
      last += 1
      const order: WorkerRequest = { id: last, question, now }
      const waits = Promise.withResolvers<string>()
      pending.set(last, waits)
      worker.postMessage(order)
      return waits.promise
    },
  }
}

/** Fails all that a thread was asked and has not answered, because it ended. */
class ThreadEndedError extends Error {}

const unavailable = () => new ApiError('unavailable', { retryAfter: RETRY_AFTER_S })

/**
 * Answers in a worker thread, off the event loop; the thread ends when idle. `url` as in libpq.
 *
 * A thread that runs out of memory ends with all that it was asked, only one of which is to blame: each is asked once
 * more, one after the other, so that the one to blame fails alone.
 */
export function createChartWorker(url: string): ChartWorker {
  let thread: ReturnType<typeof openThread> | undefined
  let idle: NodeJS.Timeout | undefined
  let lastAgain: Promise<unknown> = Promise.resolve()

  function begin() {
    const begun = openThread(url)
    const fail = () => {
      if (thread === begun) thread = undefined
      const isToBlame = begun.pending.size === 1
      for (const { reject } of begun.pending.values())
        reject(isToBlame ? unavailable() : new ThreadEndedError())
      begun.pending.clear()
    }
    begun.worker.once('error', fail).once('exit', fail)
    return begun
  }

  async function ask(question: Question, now: Date): Promise<string> {
    clearTimeout(idle)
    thread ??= begin()
    try {
      return await thread.give(question, now)
    } finally {
      clearTimeout(idle)
      if (thread?.pending.size === 0) idle = setTimeout(() => void close(), IDLE_MS).unref()
    }
  }

  function askAgain(question: Question, now: Date): Promise<string> {
    const again = lastAgain.then(() => ask(question, now))
    lastAgain = again.catch(() => undefined)
    return again
  }

  const close = async () => {
    clearTimeout(idle)
    for (const { reject } of thread?.pending.values() ?? []) reject(unavailable())
    thread?.pending.clear()
    await thread?.worker.terminate()
  }

  return {
    turns: openChartTurns(),
    async answer(question, now) {
      try {
        return await ask(question, now).catch((error: unknown) => {
          if (error instanceof ThreadEndedError) return askAgain(question, now)
          throw error
        })
      } catch (error) {
        throw error instanceof ThreadEndedError ? unavailable() : error
      }
    },
    close,
  }
}
