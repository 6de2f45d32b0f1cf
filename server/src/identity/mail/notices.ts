import { TOTAL } from '@kellersonne/core/systems/systems'
import type { Sql } from '../../platform/db/database.ts'
import { type RateLimitKey, rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { systemAccess } from '../../systems/access.ts'
import type { SystemMail } from '../../systems/mails.ts'
import { addMail } from './mails.ts'

const ofAccounts = ['token_reused', 'sign_in_alerts_off', 'all_fault_alerts_off'] as const
type AccountMail = { readonly kind: (typeof ofAccounts)[number]; readonly owner: string }
type Kind = (AccountMail | SystemMail)['kind']

const keyOf = (kind: Kind, ...who: readonly string[]): RateLimitKey => ({
  limit: 'notice',
  who: [kind, ...who].join(' '),
  // Owners often cause these themselves.
  ...((kind === 'fault_alerts_off' || kind === 'all_fault_alerts_off') && { most: 1 }),
})

/**
 * Returns what adds a mail that whoever has a session, or the password, can cause as often as they like. Only a few a day are added,
 * of each kind and system: more would bury the mails that warn the owner. `attemptKey`: of the counts.
 */
export const createNotices =
  (attemptKey: Buffer) =>
  async (sql: Sql, mail: AccountMail | SystemMail, now: Date): Promise<void> => {
    const about = 'details' in mail ? [mail.details.sn] : []
    const tries = [keyOf(mail.kind, mail.owner, ...about)]
    if (await rateLimits(sql, attemptKey).beginIfFree(tries, now)) await addMail(sql, mail, now)
  }
export type Notice = ReturnType<typeof createNotices>

/** Returns the mail which says that alerts of faults of a system or of all (`TOTAL`), or of sign-ins (null), are switched off. */
export function alertsOffMail(owner: string, sn: string | typeof TOTAL | null): AccountMail | SystemMail {
  if (sn === null) return { kind: 'sign_in_alerts_off', owner }
  return sn === TOTAL
    ? { kind: 'all_fault_alerts_off', owner }
    : { kind: 'fault_alerts_off', owner, details: { sn } }
}

/** Forgets how many notices an owner had of their account, and of alerts switched off: whoever caused those has lost the account. */
export async function forgetNotices(sql: Sql, attemptKey: Buffer, owner: string): Promise<void> {
  const systems = await systemAccess(sql).all({ owner }, 'see')
  const ofAccount = ofAccounts.map((kind) => keyOf(kind, owner))
  const ofSystems = systems.map(({ sn }) => keyOf('fault_alerts_off', owner, sn))
  await rateLimits(sql, attemptKey).forget([...ofAccount, ...ofSystems])
}
