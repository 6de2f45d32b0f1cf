import type { SerialNumber, TOTAL } from '@kellersonne/core/systems/systems'
import type { Sql } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type OwnedSystem, systemStore } from '../../systems/store.ts'

/** At least one system. */
export type Systems = readonly [OwnedSystem, ...OwnedSystem[]]

/**
 * Resolves to the caller's system with a serial number, or to all of theirs. Throws `ApiError` not_found, whether the
 * system is another owner's or does not exist.
 */
export async function requestedSystems(
  sql: Sql,
  owner: string,
  sn: SerialNumber | typeof TOTAL,
): Promise<Systems> {
  const owned = await systemStore(sql).ownedBy(owner)
  const [first, ...others] = typeof sn === 'number' ? owned : owned.filter((system) => system.sn === sn)
  if (!first) throw new ApiError('not_found')
  return [first, ...others]
}
