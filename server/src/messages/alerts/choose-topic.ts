import { TOTAL } from '@kellersonne/core/systems/systems'
import type { Sql } from '../../platform/db/database.ts'
import { systemAccess } from '../../systems/access.ts'
import { type Choice, settingStore, wants } from './setting-store.ts'

/** Informs an owner that alerts of faults of a system or of all, or of sign-ins (null), are switched off: a thief would do that first. */
export type OnAlertsOff = (sql: Sql, owner: string, faultsOf: string | typeof TOTAL | null) => Promise<void>

/**
 * Stores what an owner chooses for a topic, and informs them of less for sign-ins, and of less for faults that leaves no mail:
 * notifications end with a session, and whoever has one can remove browsers and add their own.
 */
export async function chooseTopic(sql: Sql, choice: Choice, onAlertsOff: OnAlertsOff): Promise<void> {
  const { owner, topic } = choice
  const less = await settingStore(sql).put(choice)
  if (less.length === 0) return
  if (topic === 'sign_in') return onAlertsOff(sql, owner, null)
  if (topic !== 'fault') return
  const settings = await settingStore(sql).of([owner])
  const systems = await systemAccess(sql).all({ owner }, 'see')
  const unmailed = systems.filter(({ id }) => !wants(settings, topic, id, 'email'))
  const ended = unmailed.filter(({ id }) => less.includes(id))
  if (ended.length > 1 && unmailed.length === systems.length) return onAlertsOff(sql, owner, TOTAL)
  for (const { sn } of ended) await onAlertsOff(sql, owner, sn)
}
