import type { FastifyBaseLogger } from 'fastify'
import type { Db, Sql } from '../../platform/db/database.ts'
import { openJob } from '../../platform/jobs/job.ts'
import { emailLinkStore, UNCONFIRMED_LIFE_MS } from '../email/link-store.ts'
import { sendConfirmationIfFree } from '../email/send-confirmation.ts'
import { removeOwnerIn } from './deletion.ts'
import { accountStore } from './store.ts'

const HOUR_MS = 3_600_000
const REMINDER_MS = 4 * 24 * HOUR_MS

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly secret: Buffer
  readonly log: FastifyBaseLogger
}

/**
 * Reminds one owner of a young account to confirm its address, some days after the last link, or deletes one account
 * that has stayed unconfirmed without a system; resolves to true if there was one. Must be called in a transaction.
 */
export async function processUnconfirmed(sql: Sql, secret: Buffer, now: Date): Promise<boolean> {
  await emailLinkStore(sql).forgetOld(now)
  const oldest = new Date(now.getTime() - UNCONFIRMED_LIFE_MS)
  const abandoned = await accountStore(sql).abandoned(oldest)
  if (abandoned !== undefined) return (await removeOwnerIn(sql, abandoned, now)) !== null
  const last = new Date(now.getTime() - REMINDER_MS)
  const forgotten = await emailLinkStore(sql).unanswered(oldest, last)
  if (!forgotten) return false
  await sendConfirmationIfFree(sql, secret, 'registration', forgotten, now)
  return true
}

/** Starts the job for accounts with an unconfirmed address. */
export const openUnconfirmedJob = ({ now, secret, ...deps }: Deps) =>
  openJob({
    ...deps,
    ...{ name: 'unconfirmed', pollMs: HOUR_MS },
    work: (sql) => processUnconfirmed(sql, secret, now()),
  })
