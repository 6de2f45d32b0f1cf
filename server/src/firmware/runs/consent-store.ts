import { serialNumber } from '@kellersonne/contract/systems/systems'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import type { Caller } from '../../systems/access.ts'
import type { OwnedSystem } from '../../systems/store.ts'

const part = z.object({
  chip: z.string(),
  from: z.nullable(z.string()),
  to: z.string(),
  size: z.int(),
  sha256: z.string(),
})
/** A chip's update as its owner agreed to it. */
export type AgreedPart = z.output<typeof part>
const stored = z.object({
  id: z.uuid(),
  sn: serialNumber,
  at: z.date(),
  language: z.enum(['de', 'en']),
  wording: z.string(),
  parts: z.array(part),
})
export type StoredConsent = z.output<typeof stored>

/** Four times as long as a consent counts, so that no start that has just found one loses it. */
const UNUSED_MS = 3_600_000

const select = `select update_consent.id, sn, at, language, wording, parts
  from update_consent join storage_system on storage_system.id = update_consent.system`

/** The only file that knows `update_consent`, but for what `surplus.ts` deletes: what owners agreed to, when, and in which words (UPD-20). */
export const consentStore = (sql: Sql) => ({
  /**
   * Resolves to undefined if the system is not the owner's. Deletes their consents to it that no start has used and that have not
   * counted for long.
   */
  async add(
    { owner }: Caller,
    sn: SerialNumber,
    { at, language, wording, parts }: Omit<StoredConsent, 'id' | 'sn'>,
  ): Promise<StoredConsent | undefined> {
    await sql.run(
      `delete from update_consent using storage_system where storage_system.id = system and sn = $2 and owner = $1 and at < $3
         and not exists (select from firmware_update where consent = update_consent.id)`,
      [owner, sn, new Date(at.getTime() - UNUSED_MS)],
    )
    return sql.row(
      stored,
      `insert into update_consent (owner, system, since, at, language, wording, parts)
       select caller, system, since, $3, $4, $5, $6 from system_access join storage_system on id = system
       where caller = $1 and sn = $2 and 'update' = any(rights)
       returning id, $2 as sn, at, language, wording, parts`,
      [owner, sn, at, language, wording, JSON.stringify(parts)],
    )
  },

  /**
   * Resolves to the owner's newest consent to exactly these parts of a system that is theirs `since`, not older than
   * `after` and not used for a start yet.
   */
  unused: (
    { owner }: Caller,
    { id, since }: Pick<OwnedSystem, 'id' | 'since'>,
    parts: readonly AgreedPart[],
    after: Date,
  ): Promise<StoredConsent | undefined> =>
    sql.row(
      stored,
      `${select} where owner = $1 and system = $2 and since = $3 and parts = $4::jsonb and at >= $5
         and not exists (select from firmware_update where consent = update_consent.id)
       order by at desc limit 1`,
      [owner, id, since, JSON.stringify(parts), after],
    ),

  find: (ids: readonly string[]): Promise<StoredConsent[]> =>
    sql.rows(stored, `${select} where update_consent.id = any($1)`, [ids]),

  /** Resolves to the consents of one ownership of a system, oldest first. */
  since: (system: number, since: Date, limit: number, offset: number): Promise<StoredConsent[]> =>
    sql.rows(
      stored,
      `${select} where update_consent.system = $1 and since = $2 order by at, update_consent.id limit $3 offset $4`,
      [system, since, limit, offset],
    ),
})
