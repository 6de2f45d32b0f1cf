import { ApiError } from '../../platform/http/api-error.ts'
import type { Aside } from '../../platform/http/turns/fair-queue.ts'
import type { Transport } from '../../platform/mail/transport.ts'
import type { CountedAttempt, rateLimits } from '../../platform/rate-limits/rate-limits.ts'

/** `mail`: null if mail is not configured. */
type Deps = {
  readonly mail: Pick<Transport, 'isReachable'> | null
  readonly counted: Pick<ReturnType<typeof rateLimits>, 'succeed'>
}

/**
 * Throws `ApiError` mail_unavailable, after uncounting an attempt, if the mail server is not reachable. Attempts are
 * counted before it is asked, and those who wait for it keep nobody else waiting.
 */
export const createMailCheck =
  ({ mail, counted }: Deps) =>
  async (attempt: CountedAttempt, aside: Aside): Promise<void> => {
    if (mail && (await aside(() => mail.isReachable()))) return
    await counted.succeed(attempt)
    throw new ApiError('mail_unavailable')
  }
