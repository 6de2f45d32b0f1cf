import { toFault } from '../../platform/client/client.ts'
import { useMutation } from '../../platform/client/useMutation.ts'
import { useCountdown } from '../hooks/useCountdown.ts'

/** Used if the server does not say how long. */
const USUAL_WAIT_S = 30

/**
 * A rate-limited task. `retryAfterSeconds`: seconds until the next attempt is allowed, 0 once it is, null if there is
 * no limit in force.
 */
export function useRateLimitedSubmit() {
  const { busy, fault, run } = useMutation()
  const [secondsLeft, wait] = useCountdown()

  /** Runs the task unless it is already running or has to wait. */
  const attempt = async (work: () => Promise<void>) => {
    if ((secondsLeft ?? 0) > 0) return
    await run(async () => {
      try {
        await work()
      } catch (cause) {
        const { code, retryAfter } = toFault(cause)
        if (code === 'too_many_attempts') wait(retryAfter ?? USUAL_WAIT_S)
        throw cause
      }
    })
  }

  return { busy, fault, retryAfterSeconds: fault?.code === 'too_many_attempts' ? secondsLeft : null, attempt }
}

export type Attempt = ReturnType<typeof useRateLimitedSubmit>
