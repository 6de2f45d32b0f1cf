import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { Sql } from '../platform/db/database.ts'
import { handoverStore } from './handover-store.ts'
import { addSystemMail } from './mails.ts'
import { systemStore } from './store.ts'

type Given = { readonly system: number; readonly sn: SerialNumber; readonly owner: string }
/** How a system becomes an owner's. `former`: the owner who loses it to the code, or hands it over. */
type Means = { readonly by: 'code' | 'handover'; readonly former: string | null } | { readonly by: 'switch' }

/** Transfers a system to an owner and ends a hand-over to them, and notifies everyone concerned by mail; false if it has another owner. */
export async function transferOwnership(
  sql: Sql,
  { system, sn, owner }: Given,
  means: Means,
  now: Date,
): Promise<boolean> {
  const former = means.by === 'switch' ? null : means.former
  if (former !== null && (await systemStore(sql).release(sn, former, now)))
    await addSystemMail(
      sql,
      { kind: means.by === 'code' ? 'system_lost' : 'system_handed_over', owner: former, details: { sn } },
      now,
    )
  const given = await systemStore(sql).claim(system, owner, now, means.by === 'switch')
  if (!given) return false
  await handoverStore(sql).cancel(sn, owner)
  await addSystemMail(sql, { kind: 'system_claimed', owner, details: { sn, by: means.by } }, now)
  return true
}
