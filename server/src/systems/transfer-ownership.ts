import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { Sql } from '../platform/db/database.ts'
import { addSystemMail } from './mails.ts'
import { systemStore } from './store.ts'

type Given = { readonly system: number; readonly sn: SerialNumber; readonly owner: string }
/** How a system becomes an owner's. `former`: the owner who loses it to the code. */
type Means = { readonly by: 'code'; readonly former: string | null } | { readonly by: 'switch' }

/** Transfers a system to an owner and notifies everyone concerned by mail; false if it has another owner. */
export async function transferOwnership(
  sql: Sql,
  { system, sn, owner }: Given,
  means: Means,
  now: Date,
): Promise<boolean> {
  const former = means.by === 'code' ? means.former : null
  if (former !== null && (await systemStore(sql).release(sn, former, now)))
    await addSystemMail(sql, { kind: 'system_lost', owner: former, details: { sn } }, now)
  const given = await systemStore(sql).claim(system, owner, now, means.by === 'switch')
  if (given) await addSystemMail(sql, { kind: 'system_claimed', owner, details: { sn, by: means.by } }, now)
  return given
}
