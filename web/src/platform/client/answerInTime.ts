import { ApiError } from './client.ts'

/** How long an answer is waited for. */
export const ANSWER_MS = 10_000

/**
 * What `work` gives, if it does in time. The signal it gets ends it after ANSWER_MS, or with `outer`. Rejects then with
 * an ApiError `network`, or with why `outer` has ended, even where the work does not heed its signal.
 */
export async function answerInTime<T>(
  work: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new ApiError('network')), ANSWER_MS)
  const signal = outer ? AbortSignal.any([outer, late.signal]) : late.signal
  const ended = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => ended.reject(signal.reason), { once: true })
  try {
    return await Promise.race([work(signal), ended.promise])
  } finally {
    clearTimeout(timer)
  }
}
