import { randomUUID } from 'node:crypto'
import type { Sql } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { addMail } from '../mail/mails.ts'
import { type EmailLink, emailLinkStore } from './link-store.ts'

/**
 * Sends a link that confirms an account's address, or its new address. Neither registrations of strangers with that address
 * nor their changes to it count for the account that has it, so that nobody can keep its owner from confirming it. Throws
 * `ApiError` too_many_attempts, without sending, after three mails a day for this account, or twenty to the address.
 */
export async function sendConfirmation(
  sql: Sql,
  secret: Buffer,
  kind: 'registration' | 'change',
  { owner, email }: EmailLink,
  now: Date,
): Promise<void> {
  const link = randomUUID()
  await emailLinkStore(sql).add(link, kind, { owner, email }, now)
  await rateLimits(sql, deriveKey(secret, 'attempt')).begin(
    [
      { limit: 'confirmation', who: `${owner} ${email}` },
      { limit: kind === 'change' ? 'confirmation_wanted' : 'confirmation_address', who: email },
    ],
    now,
  )
  await addMail(sql, { kind: 'email_confirmation', owner, address: email, details: { link } }, now)
}

/** The same in the background: sends nothing if the day's limit is reached. */
export const sendConfirmationIfFree = (...input: Parameters<typeof sendConfirmation>): Promise<void> =>
  sendConfirmation(...input).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
  })
