import { createHash, timingSafeEqual } from 'node:crypto'
import { serialNumber } from '@kellersonne/contract/systems'
import type { SerialNumber } from '@kellersonne/core/systems'
import * as z from 'zod/mini'
import type { Sql } from '../db/database.ts'

const owned = z.object({
  id: z.int(),
  sn: serialNumber,
  phase: z.int(),
  time_zone: z.string(),
  since: z.date(),
})
/** A system as its owner has it; `since` is when it became theirs. */
export type OwnedSystem = z.output<typeof owned>

/** Units' secrets are long and random: a plain hash is enough, and cheap when a thousand come back at once. */
const hash = (secret: string) => createHash('sha256').update(secret).digest()

/** The only file that knows storage_system and ownership. */
export const systemStore = (sql: Sql) => ({
  /** By phase. */
  ownedBy: (owner: string): Promise<OwnedSystem[]> =>
    sql.rows(
      owned,
      `select id, sn, phase, time_zone, since from ownership join storage_system on id = system
       where owner = $1 and until is null order by phase, sn`,
      [owner],
    ),

  /** The id of the unit that signs in with these, or null. Takes the same steps for an unknown one. */
  async authenticate(sn: string, secret: string): Promise<number | null> {
    const unit = await sql.row(
      z.object({ id: z.int(), secret_hash: z.instanceof(Buffer) }),
      'select id, secret_hash from storage_system where sn = $1',
      [sn],
    )
    const genuine = timingSafeEqual(hash(secret), unit?.secret_hash ?? hash(''))
    return unit && genuine ? unit.id : null
  },

  /** Adds a system, or gives the one with this serial number a new secret; its id. */
  async put(unit: { sn: SerialNumber; phase: number; timeZone: string; secret: string }): Promise<number> {
    const [row] = await sql.rows(
      z.object({ id: z.int() }),
      `insert into storage_system (sn, phase, time_zone, secret_hash) values ($1, $2, $3, $4)
       on conflict (sn) do update set secret_hash = excluded.secret_hash returning id`,
      [unit.sn, unit.phase, unit.timeZone, hash(unit.secret)],
    )
    if (!row) throw new Error('an upsert returned no row')
    return row.id
  },

  /** Makes `owner` the one owner of a system that has none; whether it did. */
  async claim(system: number, owner: string, since: Date): Promise<boolean> {
    const changed = await sql.run(
      `insert into ownership (system, owner, since) values ($1, $2, $3)
       on conflict (system) where until is null do nothing`,
      [system, owner, since],
    )
    return changed === 1
  },
})
