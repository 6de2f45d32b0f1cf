import { randomUUID } from 'node:crypto'
import { attempts } from '../../platform/attempts/attempts.ts'
import type { Sql } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { mailStore } from '../../platform/mail/store.ts'
import { type EmailLink, emailLinkStore } from './link-store.ts'

/**
 * Sends a link to confirm the address of an account, or the one that is to take its place; nothing where it has got as
 * many mails today as a stranger's address may.
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
  const counted = attempts(sql, deriveKey(secret, 'attempt'))
  if (await counted.beginIfFree([{ limit: 'unproven_address', who: email }], now))
    await mailStore(sql).add({ kind: 'email_confirmation', owner, address: email, details: { link } }, now)
}
