/** What boot.js has asked for before the program came. */
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
 * The answer to what boot.js has already asked for at `path` with `token`; `signal` ends it like any other. Only
 * the first who asks gets it: null = ask yourself, also where it failed.
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
