import { GIVEN_UP_MS, MAX_OWN_SYSTEMS } from '@kellersonne/core/systems/pairing'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { Sql } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { addSystemMail } from '../mails.ts'
import { lockOwner } from '../owners.ts'
import { systemStore } from '../store.ts'
import { limitNewSystems, type NewSystemLimits } from './limit-new-systems.ts'
import { ownSystemStore, type SerialNumberRange } from './own-system-store.ts'
import { pairingStore, type StoredPairing } from './pairing-store.ts'

/** The numbers of new systems, and their limits. */
type Room = NewSystemLimits & { readonly range: SerialNumberRange }
type Gateway = { readonly codeHash: Buffer; readonly secret: string; readonly phase: number }
export type Paired = { readonly sn: SerialNumber; readonly owner: string }

/**
 * Throws `ApiError` own_systems_full if an owner has reached the limit. Systems that were given up count for a while:
 * each new one may store a burst of readings at once.
 */
export async function requireRoom(sql: Sql, owner: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - GIVEN_UP_MS)
  if ((await ownSystemStore(sql).countSince(owner, since)) >= MAX_OWN_SYSTEMS)
    throw new ApiError('own_systems_full')
}

/**
 * Exchanges a code for a system: a new one, or the one whose gateway is replaced. The same code with the same secret
 * returns the same system again. Must be called in a transaction. Throws `ApiError` pairing_invalid, own_systems_full,
 * too_many_attempts.
 */
export async function pairGateway(
  sql: Sql,
  room: Room,
  { codeHash, secret, phase }: Gateway,
  now: Date,
): Promise<Paired> {
  const pairings = pairingStore(sql)
  const found = await pairings.byCode(codeHash, now)
  // Locks the owner before reading their systems, so that two gateways with one code take turns.
  if (!found || (await lockOwner(sql, found.owner)) === undefined) throw new ApiError('pairing_invalid')
  const pairing = await pairings.byCode(codeHash, now)
  if (!pairing) throw new ApiError('pairing_invalid')
  const { owner } = pairing
  if (pairing.system !== null) return { sn: await again(sql, pairing, secret), owner }
  const { id, sn } =
    pairing.replaces === null
      ? await addSystem(sql, room, { owner, timeZone: pairing.timeZone, secret, phase }, now)
      : await replaceGateway(sql, pairing.replaces, owner, secret)
  await pairings.use(owner, id)
  const kind = pairing.replaces === null ? 'gateway_paired' : 'gateway_replaced'
  await addSystemMail(sql, { kind, owner, details: { sn } }, now)
  return { sn, owner }
}

async function again(sql: Sql, { system, sn }: StoredPairing, secret: string): Promise<SerialNumber> {
  const store = systemStore(sql)
  if (sn === null || (await store.authenticate(sn, secret)) !== system) throw new ApiError('pairing_invalid')
  return sn
}

async function addSystem(
  sql: Sql,
  { range, ...limits }: Room,
  { owner, ...unit }: { owner: string; timeZone: string; secret: string; phase: number },
  now: Date,
) {
  await requireRoom(sql, owner, now)
  await limitNewSystems(sql, limits, now)
  const added = await ownSystemStore(sql).add(range, unit)
  if (!added) throw new ApiError('own_systems_full')
  await systemStore(sql).claim(added.id, owner, now)
  return added
}

/** The system may have been given up since the code was made. */
async function replaceGateway(sql: Sql, system: number, owner: string, secret: string) {
  const sn = await ownSystemStore(sql).unlock(system, owner, secret)
  if (sn === null) throw new ApiError('pairing_invalid')
  return { id: system, sn }
}
