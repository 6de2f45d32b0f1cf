import { randomInt } from 'node:crypto'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { SECRET_GIVEN } from '../store.ts'
import { hashSecret } from '../unit-secrets.ts'

/** The range of serial numbers that the operator reserves for owners' own systems, both ends included. */
export type SerialNumberRange = { readonly first: number; readonly last: number }

const own = z.object({ sn: serialNumber, lockedAt: z.nullable(z.date()) })
const added = z.object({ id: z.int(), sn: serialNumber })
type NewOwnSystem = { readonly phase: number; readonly timeZone: string; readonly secret: string }

/** How many numbers are tried: with half of the range taken, the chance that none is free is one in a million. */
const TRIES = 20

/** Systems that owners have paired themselves: only this file writes the columns of `storage_system` for these. */
export const ownSystemStore = (sql: Sql) => ({
  /** Resolves to an owner's own systems by serial number; `lockedAt`: since when their gateway is locked. */
  of: (owner: string): Promise<z.output<typeof own>[]> =>
    sql.rows(
      own,
      `select sn, locked_at as "lockedAt" from storage_system join ownership on system = id and until is null
       where owner = $1 and own order by length(sn), sn`,
      [owner],
    ),

  /** Resolves to whether a system was paired by its owner. */
  async isOwn(system: number): Promise<boolean> {
    const found = await sql.row(
      z.object({ own: z.boolean() }),
      'select own from storage_system where id = $1',
      [system],
    )
    return found?.own ?? false
  },

  /** Resolves to how many own systems an owner has, or has given up since. */
  async countSince(owner: string, since: Date): Promise<number> {
    const counted = await sql.row(
      z.object({ systems: z.int() }),
      `select count(distinct system)::integer as systems from ownership join storage_system on id = system
       where owner = $1 and own and (until is null or until > $2)`,
      [owner, since],
    )
    return counted?.systems ?? 0
  },

  /** Adds a system with a free number of the range; resolves to null if it finds none. */
  async add(
    { first, last }: SerialNumberRange,
    { phase, timeZone, secret }: NewOwnSystem,
  ): Promise<z.output<typeof added> | null> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const row = await sql.row(
        added,
        `insert into storage_system (sn, phase, time_zone, secret_hash, own) values ($1, $2, $3, $4, true)
         on conflict (sn) do nothing returning id, sn`,
        [String(randomInt(first, last + 1)), phase, timeZone, hashSecret(secret)],
      )
      if (row) return row
    }
    return null
  },

  /** Marks a system as paired by its owner. */
  async adopt(system: number): Promise<void> {
    await sql.run('update storage_system set own = true where id = $1', [system])
  },

  /**
   * Replaces the secret of an own system's gateway, and unlocks it; resolves to its serial number, or null if the system is
   * no longer the owner's.
   */
  async unlock(system: number, owner: string, secret: string): Promise<SerialNumber | null> {
    const row = await sql.row(
      z.object({ sn: serialNumber }),
      `with put as (
         update storage_system set secret_hash = $2, secret_ended_at = now(), locked_at = null, former_secret_hash = null,
           former_secret_until = null
         where id = $1 and own and id in (select system from ownership where owner = $3 and until is null)
         returning sn)
       select sn, pg_notify('${SECRET_GIVEN}', sn) from put`,
      [system, hashSecret(secret), owner],
    )
    return row?.sn ?? null
  },

  /** Locks an own system's gateway, which is disconnected; resolves to false for any other system. */
  async lock(system: number, voidSecret: string, now: Date): Promise<boolean> {
    const changed = await sql.run(
      `with put as (
         update storage_system set secret_hash = $2, locked_at = coalesce(locked_at, $3), former_secret_hash = null,
           former_secret_until = null
         where id = $1 and own returning sn)
       select pg_notify('${SECRET_GIVEN}', sn) from put`,
      [system, hashSecret(voidSecret), now],
    )
    return changed === 1
  },
})
