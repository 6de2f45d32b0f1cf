import type { FastifyBaseLogger } from 'fastify'
import type { Db, Sql } from '../../platform/db/database.ts'
import { failPart, type OnFault, reportFaults } from '../../platform/jobs/faults.ts'
import { openJob } from '../../platform/jobs/job.ts'
import { addMail } from '../mail/mails.ts'
import { removeUntried } from './remove-untried.ts'
import { unusedStore } from './unused-store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const UNUSED_MS = 365 * DAY_MS
/** How long before the deletion of an account a mail announces it. */
const FAREWELL_MS = 14 * DAY_MS

type Deps = { readonly db: Db; readonly now: () => Date; readonly log: FastifyBaseLogger }

/**
 * Deletes one confirmed account that never had a system and that nobody has signed in to for a year, two weeks after a mail has
 * announced it, or announces it to one owner; resolves to true if there was one. One that cannot be deleted is tried again
 * once all others have been: `tried` holds them until then. Must be called in a transaction.
 */
export async function processUnused(
  sql: Sql,
  now: Date,
  tried = new Set<string>(),
  onFault: OnFault<string> = failPart,
): Promise<boolean> {
  const accounts = unusedStore(sql)
  const before = (ms: number) => new Date(now.getTime() - ms)
  const find = (passedOver: readonly string[]) =>
    accounts.unused(before(UNUSED_MS), before(FAREWELL_MS), passedOver)
  const isDue = (owner: string) => accounts.isUnused(owner, before(UNUSED_MS))
  if (await removeUntried(sql, find, now, tried, onFault, isDue)) return true
  const owner = await accounts.announceUnused(before(UNUSED_MS - FAREWELL_MS), now)
  if (owner === undefined) {
    tried.clear()
    return false
  }
  await addMail(sql, { kind: 'account_unused', owner }, now)
  return true
}

/** Starts the job for accounts that are not used. */
export function openUnusedJob({ now, ...deps }: Deps) {
  const tried = new Set<string>()
  const onFault = reportFaults<string>(deps.log, 'unused', 'an account could not be deleted')
  return openJob({
    ...deps,
    ...{ name: 'unused', pollMs: HOUR_MS },
    work: (sql) => processUnused(sql, now(), tried, onFault),
  })
}
