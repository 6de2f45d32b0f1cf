import { Worker } from 'node:worker_threads'
import { DatabaseUnavailableError } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Question } from './answers.ts'
import { RETRY_AFTER_S } from './chart-turns.ts'

export type WorkerRequest = { readonly id: number; readonly question: Question; readonly now: Date }
export type WorkerResponse =
  | { readonly id: number; readonly json: string }
  | { readonly id: number; readonly error: unknown; readonly isAway: boolean }

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
function openWorker(url: string) {
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

/** Fails all that a thread was asked and has not answered, because it ended: of several it is not known which is to blame. */
export class ThreadEndedError extends Error {
  readonly isToBlame: boolean
  constructor(isToBlame: boolean) {
    super('The thread of charts has ended')
    this.isToBlame = isToBlame
  }
}

/** Opens a thread that begins with a question, ends when idle, and begins anew after it has died. `url` as in libpq. */
export function openThread(url: string) {
  let thread: ReturnType<typeof openWorker> | undefined
  let idle: NodeJS.Timeout | undefined

  function begin() {
    const begun = openWorker(url)
    const fail = () => {
      if (thread === begun) thread = undefined
      const error = new ThreadEndedError(begun.pending.size === 1)
      for (const { reject } of begun.pending.values()) reject(error)
      begun.pending.clear()
    }
    begun.worker.once('error', fail).once('exit', fail)
    return begun
  }

  const close = async () => {
    clearTimeout(idle)
    for (const { reject } of thread?.pending.values() ?? [])
      reject(new ApiError('unavailable', { retryAfter: RETRY_AFTER_S }))
    thread?.pending.clear()
    await thread?.worker.terminate()
  }

  return {
    /** Resolves to the answer as JSON. Throws `ThreadEndedError`. */
    async ask(question: Question, now: Date): Promise<string> {
      clearTimeout(idle)
      thread ??= begin()
      try {
        return await thread.give(question, now)
      } finally {
        clearTimeout(idle)
        if (thread?.pending.size === 0) idle = setTimeout(() => void close(), IDLE_MS).unref()
      }
    },
    close,
  }
}
