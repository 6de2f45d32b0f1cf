import { randomUUID } from 'node:crypto'
import type { Sql } from '../db/database.ts'
import { mailStore } from '../mail/store.ts'
import { type EmailLink, emailLinkStore } from './email-link-store.ts'

/** Sends a link to confirm the address of an account, or the one that is to take its place. */
export async function sendConfirmation(
  sql: Sql,
  purpose: 'registration' | 'change',
  { owner, email }: EmailLink,
  now: Date,
): Promise<void> {
  const link = randomUUID()
  await emailLinkStore(sql).add(link, purpose, { owner, email }, now)
  await mailStore(sql).add({ kind: 'email_confirmation', owner, address: email, details: { link } }, now)
}
