import { ApiError } from './client.ts'

/** Timeout for an answer. */
export const TIMEOUT_MS = 10_000

/**
 * Resolves to the result of `work`. Aborts its signal after TIMEOUT_MS or when `outer` aborts, then rejects with an
 * ApiError `network` or with the reason of `outer`, even if `work` ignores its signal.
 */
export async function withTimeout<T>(
  work: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new ApiError('network')), TIMEOUT_MS)
  const signal = outer ? AbortSignal.any([outer, late.signal]) : late.signal
  const ended = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => ended.reject(signal.reason), { once: true })
  try {
    return await Promise.race([work(signal), ended.promise])
  } finally {
    clearTimeout(timer)
  }
}
