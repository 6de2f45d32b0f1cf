import type { SerialNumber, TOTAL } from '@kellersonne/core/systems/systems'
import type { Sql } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type OwnedSystem, systemStore } from '../../systems/store.ts'

/** At least one. */
export type Systems = readonly [OwnedSystem, ...OwnedSystem[]]

/** The caller's system of a serial number, or all of theirs. Throws not_found, the same for another's and for none. */
export async function askedFor(sql: Sql, owner: string, sn: SerialNumber | typeof TOTAL): Promise<Systems> {
  const owned = await systemStore(sql).ownedBy(owner)
  const [first, ...others] = typeof sn === 'number' ? owned : owned.filter((system) => system.sn === sn)
  if (!first) throw new ApiError('not_found')
  return [first, ...others]
}
