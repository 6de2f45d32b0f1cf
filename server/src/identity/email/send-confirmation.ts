import { randomUUID } from 'node:crypto'
import type { Sql } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { limitUnproven } from '../mail/limit-unproven.ts'
import { addMail } from '../mail/mails.ts'
import { type EmailLink, emailLinkStore } from './link-store.ts'

/** What the link is for: the address of a registration, or that of a change. Somebody at `site` has asked for it. */
export type ConfirmationFor = { readonly kind: 'registration' | 'change'; readonly site: string }

/** Counts a link for its account, and for the mailbox by who asks for it. */
async function count(sql: Sql, secret: Buffer, { kind, site }: ConfirmationFor, link: EmailLink, now: Date) {
  const { owner, email } = link
  const limits = rateLimits(sql, deriveKey(secret, 'attempt'))
  await limits.begin([{ limit: 'confirmation', who: `${owner} ${email}` }], now)
  const cause = kind === 'registration' ? 'confirmation' : kind
  await limitUnproven(limits, cause, { address: email, site }, now)
}

/**
 * Sends a link that confirms an account's address, or its new address. Neither registrations of strangers with that address
 * nor their changes to it count for the account that has it, so that nobody can keep its owner from confirming it. Throws
 * `ApiError` too_many_attempts, without sending, after three mails a day for this account, or three to its mailbox that one
 * site has asked for.
 */
export async function sendConfirmation(
  sql: Sql,
  secret: Buffer,
  wanted: ConfirmationFor,
  { owner, email }: EmailLink,
  now: Date,
): Promise<void> {
  const link = randomUUID()
  const add = () => emailLinkStore(sql).add(link, wanted.kind, { owner, email }, now)
  // That of a registration is kept also if it may not be sent: otherwise the job for unanswered ones would try for ever.
  if (wanted.kind === 'registration') await add()
  await count(sql, secret, wanted, { owner, email }, now)
  if (wanted.kind === 'change') await add()
  await addMail(sql, { kind: 'email_confirmation', owner, address: email, details: { link } }, now)
}

/** The same, but sends nothing if the day's limit is reached. */
export const sendConfirmationIfFree = (...input: Parameters<typeof sendConfirmation>): Promise<void> =>
  sendConfirmation(...input).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
  })
