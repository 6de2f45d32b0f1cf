import type { Sql } from '../../platform/db/database.ts'
import { systemAccess } from '../../systems/access.ts'
import { type Choice, settingStore, wants } from './setting-store.ts'

/** Informs an owner that alerts of a system's faults, or of sign-ins (null), are switched off: a thief would do that first. */
export type OnAlertsOff = (sql: Sql, owner: string, faultsOf: string | null) => Promise<void>

/**
 * Stores what an owner chooses for a topic, and informs them of less for sign-ins, and of less for faults that leaves no mail:
 * notifications end with a session, and whoever has one can remove browsers and add their own.
 */
export async function chooseTopic(sql: Sql, choice: Choice, onAlertsOff: OnAlertsOff): Promise<void> {
  const { owner, system, topic } = choice
  const isLess = await settingStore(sql).put(choice)
  if (!isLess) return
  if (topic === 'sign_in') return onAlertsOff(sql, owner, null)
  if (topic !== 'fault' || wants(await settingStore(sql).of([owner]), topic, system, 'email')) return
  const found = (await systemAccess(sql).all({ owner }, 'see')).find(({ id }) => id === system)
  if (found) await onAlertsOff(sql, owner, found.sn)
}
