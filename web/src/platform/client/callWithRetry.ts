import type { Answer, Endpoint, Sent } from '@kellersonne/contract/shared/endpoint'
import { isSignedIn } from '../session.ts'
import { ApiError, call } from './client.ts'

const TRIES = 5
/** A longer wait is shown to the owner instead. */
const LONGEST_S = 5

/** Seconds until a retry; null if a retry is of no use. */
const pauseOf = (fault: unknown) =>
  fault instanceof ApiError && fault.code === 'too_many_attempts' && isSignedIn() ? fault.retryAfter : null

/** Like `call`, but retries if this owner hits the rate limit. */
export async function callWithRetry<E extends Endpoint>(endpoint: E, input: Sent<E>): Promise<Answer<E>> {
  for (let tried = 1; ; tried += 1)
    try {
      return await call(endpoint, input)
    } catch (fault) {
      const pause = pauseOf(fault)
      if (pause === null || pause > LONGEST_S || tried === TRIES) throw fault
      await new Promise((resolve) => setTimeout(resolve, pause * 1000))
    }
}
