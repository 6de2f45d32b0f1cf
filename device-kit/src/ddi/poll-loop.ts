import { ServiceFault } from './service.ts'

const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 60_000
const LONGEST_MS = 2 ** 31 - 1

/** `jitter` in [0, 1): spreads the calls of many units. */
type Deps = {
  /** Resolves to the ms until the next round is due. */
  readonly round: (signal: AbortSignal) => Promise<number>
  readonly jitter: () => number
}

/** Runs rounds forever, with increasing back-off after failures. */
export function openPollLoop({ round, jitter }: Deps) {
  let current = new AbortController()
  let failures = 0
  let closed = false
  let wake: () => void = () => undefined

  const pause = (ms: number, { aborted }: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (aborted) return resolve()
      const timer = setTimeout(resolve, Math.min(ms, LONGEST_MS))
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  function retryMs(error: unknown): number {
    const wait = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures) * (0.5 + jitter() / 2)
    failures += 1
    return error instanceof ServiceFault ? Math.max(error.retryMs, wait) : wait
  }
  async function attempt(signal: AbortSignal): Promise<number> {
    try {
      const ms = await round(signal)
      failures = 0
      return ms * (1 + jitter() / 10)
    } catch (error) {
      return signal.aborted ? 0 : retryMs(error)
    }
  }
  async function run() {
    while (!closed) {
      current = new AbortController()
      const { signal } = current
      await pause(await attempt(signal), signal)
    }
  }
  const running = run()

  /** Reacts to changed circumstances: aborts the current round and starts a new one at once. */
  function interrupt() {
    failures = 0
    current.abort()
    wake()
  }
  return {
    interrupt,
    async close() {
      closed = true
      interrupt()
      await running
    },
  }
}
