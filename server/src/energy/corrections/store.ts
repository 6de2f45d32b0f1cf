import { MAX_CORRECTIONS } from '@kellersonne/contract/energy/corrections'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import type { Correction } from '@kellersonne/core/telemetry/corrections'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import type { Caller } from '../../systems/access.ts'
import { correctionAsJson, storedCorrection } from '../../telemetry/readings/corrections.ts'

const stored = z.object({
  id: z.uuid(),
  sn: serialNumber,
  correction: storedCorrection,
  made_at: z.date(),
  undone_at: z.nullable(z.date()),
})
/** A correction as it was made; null: it still applies. */
export type StoredCorrection = z.output<typeof stored>

const select = `select correction.id, sn, ${correctionAsJson} as correction, made_at, undone_at
  from correction join storage_system on storage_system.id = correction.system`
/** Restricts to corrections made by the present owner ($1), if the caller may still make any. */
const granted = `join system_access using (system, since) where caller = $1 and 'control' = any(rights)`

/**
 * How many may apply of all ownerships of one owner: those of earlier ones stay in the export, and cannot be undone. Without it, giving
 * a system up and claiming it again would make room for more each time.
 */
const MOST_EVER = 10 * MAX_CORRECTIONS

/** Columns of a correction: counter, start, until, before, after. */
const columnsOf = (correction: Correction) =>
  correction.kind === 'implausible'
    ? [correction.counter, correction.from, correction.until, null, null]
    : [correction.counter, correction.at, null, correction.before, correction.after]

/** The only file that writes the table `correction`. */
export const correctionStore = (sql: Sql) => ({
  /**
   * Adds a correction to a locked system; resolves to its id, or to null if as many apply as may. Of those that its owner, now
   * or in an earlier ownership, has undone the oldest are forgotten beyond MAX_CORRECTIONS.
   */
  async add(system: number, correction: Correction, at: Date): Promise<string | null> {
    await sql.run(
      `delete from correction where id in (
         select id from correction join ownership using (system, since)
         where system = $1 and owner = (select owner from ownership where system = $1 and until is null)
           and undone_at is not null order by undone_at desc offset $2)`,
      [system, MAX_CORRECTIONS],
    )
    const added = await sql.row(
      z.object({ id: z.uuid() }),
      `insert into correction (system, since, counter, start, until, before, after, made_at)
       select system, since, $2, $3, $4, $5, $6, $7 from ownership
       where system = $1 and until is null and $8 > (
         select count(*) from correction
         where (correction.system, correction.since) = (ownership.system, ownership.since) and undone_at is null)
         and $9 > (
         select count(*) from correction join ownership as any_time using (system, since)
         where correction.system = ownership.system and any_time.owner = ownership.owner and undone_at is null)
       returning id`,
      [system, ...columnsOf(correction), at, MAX_CORRECTIONS, MOST_EVER],
    )
    return added?.id ?? null
  },

  find: (id: string, { owner }: Caller): Promise<StoredCorrection | undefined> =>
    sql.row(stored, `${select} ${granted} and correction.id = $2`, [owner, id]),

  /** Undoes a correction that `find` has found; once it is undone, it changes nothing. */
  async undo(id: string, at: Date): Promise<void> {
    await sql.run('update correction set undone_at = $2 where id = $1 and undone_at is null', [id, at])
  },

  /** Resolves to the corrections made in one ownership of a system, undone ones too, newest first. */
  since: (system: number, since: Date): Promise<StoredCorrection[]> =>
    sql.rows(
      stored,
      `${select} where correction.system = $1 and since = $2 order by made_at desc, correction.id limit $3`,
      [system, since, 2 * MAX_CORRECTIONS],
    ),

  /** Resolves to the corrections of one ownership that apply between two instants, by when they begin. */
  during: (system: number, since: Date, start: Date, end: Date): Promise<StoredCorrection[]> =>
    sql.rows(
      stored,
      `${select} where correction.system = $1 and since = $4 and undone_at is null and start < $3
         and coalesce(until, start + interval '1 microsecond') > $2 order by start, made_at`,
      [system, start, end, since],
    ),

  /** Resolves to the id of the same correction of a locked system, if one applies. */
  async same(system: number, correction: Correction): Promise<string | null> {
    const found = await sql.row(
      z.object({ id: z.uuid() }),
      `select correction.id from correction join ownership using (system, since)
       where system = $1 and ownership.until is null and undone_at is null
         and (counter, start, correction.until, before, after) is not distinct from ($2, $3::timestamptz, $4::timestamptz, $5::bigint, $6::bigint)`,
      [system, ...columnsOf(correction)],
    )
    return found?.id ?? null
  },
})
