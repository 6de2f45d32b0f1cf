import { type Result, Untried, Wrong } from './report.ts'

type Deps = {
  /** How long one step may take, in ms. */
  readonly deadlineMs: number
  /** A lower limit for single rules, in ms. */
  readonly limitOf?: (rule: string) => number | undefined
  /** Tries only steps of sections whose names contain this. */
  readonly only: string
  /** Ends everything. */
  readonly signal: AbortSignal
  readonly onResult: (result: Result) => void
}
/** Resolves to a remark, or to nothing; rejects with `Wrong` or `Untried`. */
type Work = (signal: AbortSignal) => Promise<string | undefined>

/** Rejects once a signal is aborted, whatever `work` does, which may say first what it waited for. */
const orAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = () => setImmediate(() => reject(signal.reason))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })

/** Runs the steps of a test one after another, each with a deadline, and reports each result. */
export function openSteps({ deadlineMs, limitOf, only, signal, onResult }: Deps) {
  const isRight = (result: Result) => {
    onResult(result)
    return result.verdict === 'right'
  }

  const tries = (section: string) => section.includes(only)

  /**
   * Tries one rule, no longer than `mostMs`; resolves to whether it holds, or true if it is not to be tried. Rejects only if
   * everything is to end.
   */
  async function step(section: string, rule: string, work: Work, mostMs = deadlineMs): Promise<boolean> {
    signal.throwIfAborted()
    if (!tries(section)) return true
    const ms = Math.min(mostMs, limitOf?.(rule) ?? mostMs)
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(new Wrong(`not within ${Math.round(ms / 1000)} s`)), ms)
    const both = AbortSignal.any([signal, deadline.signal])
    try {
      const detail = (await orAborted(work(both), both)) ?? ''
      return isRight({ section, rule, verdict: 'right', detail })
    } catch (error) {
      signal.throwIfAborted()
      const detail = error instanceof Error ? error.message : String(error)
      return isRight({ section, rule, verdict: error instanceof Untried ? 'untried' : 'wrong', detail })
    } finally {
      clearTimeout(timer)
      // Whatever is still under way for this step ends with it.
      deadline.abort(new Wrong('the step is over'))
    }
  }
  return {
    step,
    /** True if the rules of a section are to be tried. */
    tries,
    /** Reports that a rule could not be tried. */
    untried: (section: string, rule: string, why: string) =>
      step(section, rule, () => Promise.reject(new Untried(why))),
  }
}
export type Steps = ReturnType<typeof openSteps>
