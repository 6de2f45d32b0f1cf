import { toFault } from '../../platform/client/client.ts'
import { useTask } from '../../platform/client/useTask.ts'
import { useWait } from '../hooks/useWait.ts'

/** Where the server does not say how long. */
const USUAL_WAIT_S = 30

/**
 * Work that can be tried too often. `left`: the seconds until it may be tried again, 0 when it may, null where
 * nothing has to be waited for.
 */
export function useRateLimitedSubmit() {
  const { busy, fault, run } = useTask()
  const [left, wait] = useWait()

  /** Does the work, unless it is under way already or has to wait. */
  const attempt = async (work: () => Promise<void>) => {
    if ((left ?? 0) > 0) return
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

  return { busy, fault, left: fault?.code === 'too_many_attempts' ? left : null, attempt }
}

export type Attempt = ReturnType<typeof useRateLimitedSubmit>
