import type { FastifyBaseLogger } from 'fastify'
import type { Db, Sql } from '../../platform/db/database.ts'
import { failPart, type OnFault, reportFaults } from '../../platform/jobs/faults.ts'
import { openJob } from '../../platform/jobs/job.ts'
import { emailLinkStore, UNCONFIRMED_LIFE_MS } from '../email/link-store.ts'
import { sendConfirmationIfFree } from '../email/send-confirmation.ts'
import { removeUntried } from './remove-untried.ts'
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
 * that has stayed unconfirmed without a system; resolves to true if there was one. One that cannot be deleted is tried again
 * once all others have been: `tried` holds them until then. Must be called in a transaction.
 */
export async function processUnconfirmed(
  sql: Sql,
  secret: Buffer,
  now: Date,
  tried = new Set<string>(),
  onFault: OnFault<string> = failPart,
): Promise<boolean> {
  await emailLinkStore(sql).forgetOld(now)
  const oldest = new Date(now.getTime() - UNCONFIRMED_LIFE_MS)
  const find = (passedOver: readonly string[]) => accountStore(sql).abandoned(oldest, passedOver)
  if (await removeUntried(sql, find, now, tried, onFault)) return true
  const last = new Date(now.getTime() - REMINDER_MS)
  const forgotten = await emailLinkStore(sql).unanswered(oldest, last)
  if (!forgotten) {
    tried.clear()
    return false
  }
  // Nobody has asked for it: it counts for its account as it else would for a site.
  const wanted = { kind: 'registration', site: forgotten.owner } as const
  await sendConfirmationIfFree(sql, secret, wanted, forgotten, now)
  return true
}

/** Starts the job for accounts with an unconfirmed address. */
export function openUnconfirmedJob({ now, secret, ...deps }: Deps) {
  const tried = new Set<string>()
  const onFault = reportFaults<string>(deps.log, 'unconfirmed', 'an account could not be deleted')
  return openJob({
    ...deps,
    ...{ name: 'unconfirmed', pollMs: HOUR_MS },
    work: (sql) => processUnconfirmed(sql, secret, now(), tried, onFault),
  })
}
