import type { Sql } from '../../platform/db/database.ts'
import { rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { addMail } from './mails.ts'

type NoticeMail = { readonly kind: 'token_reused' | 'sign_in_alerts_off'; readonly owner: string }

/**
 * Returns what adds a mail that whoever has a session, or the password, can cause as often as they like. Only a few a day are added:
 * more would bury the mails that warn the owner. `attemptKey`: of the counts.
 */
export const createNotices =
  (attemptKey: Buffer) =>
  async (sql: Sql, { kind, owner }: NoticeMail, now: Date): Promise<void> => {
    const tries = [{ limit: 'notice', who: `${kind} ${owner}` }] as const
    if (await rateLimits(sql, attemptKey).beginIfFree(tries, now)) await addMail(sql, { kind, owner }, now)
  }
export type Notice = ReturnType<typeof createNotices>
