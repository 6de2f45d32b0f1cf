import type { SerialNumber } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'
import type { Sql } from '../../../platform/db/database.ts'
import { newUnitSecret } from '../../../systems/new-unit-secret.ts'
import { type StoredSystem, systemStore } from '../../../systems/store.ts'
import { type ChangeJob, cannot } from '../command.ts'
import { sn } from '../inputs.ts'

const FORMER_MS = 3_600_000

export const named = z.object({ sn })
export const renewed = z.object({ sn, atOnce: z._default(z.boolean(), false) })

/** Resolves to a system. Throws `StartupError` if there is none. */
export async function findSystem(sql: Sql, wanted: SerialNumber): Promise<StoredSystem> {
  const system = await systemStore(sql).find(wanted)
  if (!system) throw cannot(`There is no system ${wanted}.`)
  return system
}

/** `system secret`: a new secret for a unit; the one before is good for an hour, unless it is to end at once. */
export async function renewSecret({ sn, atOnce }: z.output<typeof renewed>, { db, now, record }: ChangeJob) {
  const secret = newUnitSecret()
  const until = atOnce ? null : new Date(now.getTime() + FORMER_MS)
  await db.transaction(async (sql) => {
    const { id } = await findSystem(sql, sn)
    await systemStore(sql).replaceSecret(id, secret, until)
    await record(sql, { subject: sn, after: { former_until: until } })
  })
  const former = until ? `is good until ${until.toISOString()}` : 'is worth nothing any more'
  return {
    json: { sn, secret, former_until: until?.toISOString() ?? null },
    text: `${secret}\n\nThe secret is not shown again. The one before ${former}.`,
  }
}

/** `system remove`: retires a system that nobody owns. What it has measured stays. */
export async function retire({ sn }: z.output<typeof named>, { db, now, record }: ChangeJob) {
  await db.transaction(async (sql) => {
    const { id, owner, retiredAt } = await findSystem(sql, sn)
    if (retiredAt) throw cannot(`System ${sn} has been retired since ${retiredAt.toISOString()}.`)
    if (owner !== null) throw cannot(`System ${sn} has an owner: system release ${sn} comes first.`)
    await systemStore(sql).retire(id, now)
    await record(sql, { subject: sn, after: { retired_at: now } })
  })
  return { json: { sn, retired_at: now.toISOString() }, text: `${sn} is retired.` }
}

/** `system reinstate`: takes a retired system back into service. */
export async function reinstate({ sn }: z.output<typeof named>, { db, record }: ChangeJob) {
  await db.transaction(async (sql) => {
    const { id, retiredAt } = await findSystem(sql, sn)
    if (!retiredAt) throw cannot(`System ${sn} is not retired.`)
    await systemStore(sql).retire(id, null)
    await record(sql, { subject: sn, before: { retired_at: retiredAt } })
  })
  return { json: { sn }, text: `${sn} is back in service.` }
}
