import { serialNumber } from '@kellersonne/contract/systems/systems'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'

const stored = z.object({
  owner: z.uuid(),
  replaces: z.nullable(z.int()),
  timeZone: z.string(),
  expiresAt: z.date(),
  system: z.nullable(z.int()),
  sn: z.nullable(serialNumber),
})
/** A code for a new system, or for the system whose gateway it `replaces`; `system` and `sn` are set once it is used. */
export type StoredPairing = z.output<typeof stored>
type NewPairing = {
  readonly owner: string
  /** The session that asks for it. */
  readonly session: string
  readonly codeHash: Buffer
  readonly replaces: number | null
  readonly timeZone: string
  readonly expiresAt: Date
}

const select = `select owner, replaces, pairing.time_zone as "timeZone", expires_at as "expiresAt", system, sn
  from pairing left join storage_system on id = system`

/** The only file that knows the table `pairing`. */
export const pairingStore = (sql: Sql) => ({
  /** Stores an owner's code, which voids any earlier one; resolves to false if the session has ended. */
  async put({ owner, session, codeHash, replaces, timeZone, expiresAt }: NewPairing): Promise<boolean> {
    const stored = await sql.run(
      `insert into pairing (owner, code_hash, replaces, time_zone, expires_at)
       select owner, $3, $4, $5, $6 from session where owner = $1 and id = $2 for key share
       on conflict (owner) do update set code_hash = excluded.code_hash, replaces = excluded.replaces,
         time_zone = excluded.time_zone, expires_at = excluded.expires_at, system = null`,
      [owner, session, codeHash, replaces, timeZone, expiresAt],
    )
    return stored === 1
  },

  /** Resolves to an owner's newest code if it is still valid. */
  of: (owner: string, now: Date): Promise<StoredPairing | undefined> =>
    sql.row(stored, `${select} where owner = $1 and expires_at > $2`, [owner, now]),

  /** Resolves to a code that is still valid. */
  byCode: (codeHash: Buffer, now: Date): Promise<StoredPairing | undefined> =>
    sql.row(stored, `${select} where code_hash = $1 and expires_at > $2`, [codeHash, now]),

  /** Records which system a code was used for. */
  async use(owner: string, system: number): Promise<void> {
    await sql.run('update pairing set system = $2 where owner = $1', [owner, system])
  },

  async cancel(owner: string): Promise<void> {
    await sql.run('delete from pairing where owner = $1', [owner])
  },
})
