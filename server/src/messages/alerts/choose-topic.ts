import type { Sql } from '../../platform/db/database.ts'
import { type Choice, settingStore, wants } from './setting-store.ts'

/** Informs an owner that alerts of a topic are switched off: a thief would do that first. */
export type OnAlertsOff = (sql: Sql, owner: string, topic: 'sign_in' | 'fault') => Promise<void>

/**
 * Stores what an owner chooses for a topic, and informs them of less for sign-ins, and of less for faults that leaves no mail:
 * notifications end with a session, and whoever has one can remove browsers and add their own.
 */
export async function chooseTopic(sql: Sql, choice: Choice, onAlertsOff: OnAlertsOff): Promise<void> {
  const { owner, system, topic } = choice
  const isLess = await settingStore(sql).put(choice)
  if (!isLess || (topic !== 'sign_in' && topic !== 'fault')) return
  const isMailed = wants(await settingStore(sql).of([owner]), topic, system, 'email')
  if (topic === 'sign_in' || !isMailed) await onAlertsOff(sql, owner, topic)
}
