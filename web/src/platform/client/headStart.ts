/** The request boot.js made before the app was loaded. */
type HeadStart = {
  readonly path: string
  readonly token: string
  readonly answer: Promise<Response>
  readonly stop: AbortController
}

declare global {
  interface Window {
    headStart?: HeadStart
  }
}

/**
 * Returns the answer to the request boot.js has already made to `path` with `token`; `signal` aborts it like any
 * other. Only the first caller gets it. null = send the request yourself, also if this one failed.
 */
export function headStart(
  path: string,
  token: string,
  signal?: AbortSignal,
): Promise<Response | null> | null {
  const begun = window.headStart
  if (begun?.path !== path) return null
  delete window.headStart
  if (begun.token !== token) begun.stop.abort()
  if (begun.stop.signal.aborted) return null
  signal?.addEventListener('abort', () => begun.stop.abort(), { once: true })
  return begun.answer.catch(() => null)
}
