import type { FastifyBaseLogger } from 'fastify'
import type { Db, Sql } from '../../platform/db/database.ts'
import { inIsolation } from '../../platform/db/in-isolation.ts'
import { logUnlessUnavailable } from '../../platform/http/send-error.ts'
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

/** Called with what keeps an account from being deleted. */
type OnFault = (error: unknown) => void
const fail: OnFault = (error) => {
  throw error
}

/**
 * Deletes an account that is not among those already `tried`, to which it is added first: also one whose deletion takes too long,
 * which ends the transaction, must not be the first again. Resolves to false if there is none.
 */
async function removeAbandoned(sql: Sql, oldest: Date, now: Date, tried: Set<string>, onFault: OnFault) {
  const abandoned = await accountStore(sql).abandoned(oldest, [...tried])
  if (abandoned === undefined) return false
  tried.add(abandoned)
  await inIsolation(
    sql,
    [abandoned],
    () => removeOwnerIn(sql, abandoned, now),
    async (_, error) => onFault(error),
  )
  return true
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
  onFault = fail,
): Promise<boolean> {
  await emailLinkStore(sql).forgetOld(now)
  const oldest = new Date(now.getTime() - UNCONFIRMED_LIFE_MS)
  if (await removeAbandoned(sql, oldest, now, tried, onFault)) return true
  const last = new Date(now.getTime() - REMINDER_MS)
  const forgotten = await emailLinkStore(sql).unanswered(oldest, last)
  if (!forgotten) {
    tried.clear()
    return false
  }
  await sendConfirmationIfFree(sql, secret, 'registration', forgotten, now)
  return true
}

/** Starts the job for accounts with an unconfirmed address. */
export function openUnconfirmedJob({ now, secret, ...deps }: Deps) {
  const tried = new Set<string>()
  return openJob({
    ...deps,
    ...{ name: 'unconfirmed', pollMs: HOUR_MS },
    work: (sql) => processUnconfirmed(sql, secret, now(), tried, logUnlessUnavailable(deps.log)),
  })
}
