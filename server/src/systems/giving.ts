import type { SerialNumber } from '@kellersonne/core/systems'
import type { Sql } from '../db/database.ts'
import { mailStore } from '../mail/store.ts'
import { systemStore } from './store.ts'

type Given = { readonly system: number; readonly sn: SerialNumber; readonly owner: string }

/** Makes a system an owner's and writes to them; false where it has one. */
export async function give(sql: Sql, { system, sn, owner }: Given, now: Date): Promise<boolean> {
  const given = await systemStore(sql).claim(system, owner, now)
  if (given) await mailStore(sql).add({ kind: 'system_claimed', owner, details: { sn } }, now)
  return given
}
