import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'

const bilingual = z.object({ de: z.string(), en: z.string() })
export type Bilingual = z.output<typeof bilingual>
const stored = z.object({
  id: z.int(),
  chip: z.string(),
  version: z.string(),
  size: z.int(),
  sha256: z.string(),
  sha1: z.string(),
  key: z.string(),
  signature: z.string(),
  notes: bilingual,
  changes: z.nullable(bilingual),
  share: z.int(),
  publishedAt: z.date(),
  pausedAt: z.nullable(z.date()),
  pausedBy: z.nullable(z.enum(['operator', 'failures'])),
  withdrawnAt: z.nullable(z.date()),
  countedFrom: z.nullable(z.date()),
})
/**
 * `changes`: what will be different for the owner; `share`: the percentage of systems; `countedFrom`: what ended earlier
 * does not count against it any more.
 */
export type StoredRelease = z.output<typeof stored>
export type NewRelease = Omit<StoredRelease, 'id' | 'pausedAt' | 'pausedBy' | 'withdrawnAt' | 'countedFrom'>
type Named = Pick<StoredRelease, 'chip' | 'version'>

const columns = `release.id, chip, version, size, sha256, sha1, key, signature, notes, changes, share,
  published_at as "publishedAt", paused_at as "pausedAt", paused_by as "pausedBy", withdrawn_at as "withdrawnAt",
  counted_from as "countedFrom"`
const OFFERED = 'paused_at is null and withdrawn_at is null'
const key = z.object({ id: z.string(), pem: z.string(), addedAt: z.date() })
/** A public key whose signatures are trusted. */
export type ReleaseKey = z.output<typeof key>

/** The only file that writes `release` and `release_key`. */
export const releaseStore = (sql: Sql) => ({
  /** Locks the releases of a chip against publishing and changes until the end of the transaction. */
  async hold(chip: string): Promise<void> {
    await sql.run(`select pg_advisory_xact_lock(hashtext('release ' || $1))`, [chip])
  },

  /** Ordered by chip, the newest first. */
  all: (): Promise<StoredRelease[]> =>
    sql.rows(stored, `select ${columns} from release order by chip, published_at desc, id desc`),

  ofChip: (chip: string): Promise<StoredRelease[]> =>
    sql.rows(stored, `select ${columns} from release where chip = $1`, [chip]),

  /** Resolves to the releases that are neither paused nor withdrawn. */
  offered: (): Promise<StoredRelease[]> =>
    sql.rows(stored, `select ${columns} from release where ${OFFERED} order by id`),

  /** Locks releases against changes while an update to them begins; false if one is not offered any more. */
  async lockOffered(ids: readonly number[]): Promise<boolean> {
    const rows = await sql.rows(
      z.object({ id: z.int() }),
      `select id from release where id = any($1) and ${OFFERED} order by id for share`,
      [ids],
    )
    return rows.length === ids.length
  },

  find: (id: number): Promise<StoredRelease | undefined> =>
    sql.row(stored, `select ${columns} from release where id = $1`, [id]),

  async add(r: NewRelease): Promise<void> {
    await sql.run(
      `insert into release (chip, version, size, sha256, sha1, key, signature, notes, changes, share, published_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        ...[r.chip, r.version, r.size, r.sha256, r.sha1, r.key, r.signature],
        ...[JSON.stringify(r.notes), r.changes && JSON.stringify(r.changes), r.share, r.publishedAt],
      ],
    )
  },

  /** Stops offering a release to systems that have not begun to install it; true if it was not paused yet. */
  pause: async ({ chip, version }: Named, by: 'operator' | 'failures', at: Date): Promise<boolean> =>
    (await sql.run(
      `update release set paused_at = $3, paused_by = $4
       where chip = $1 and version = $2 and ${OFFERED}`,
      [chip, version, at, by],
    )) === 1,

  /** Locks a release that has stopped by itself and of which operators do not know, skipping those locked by others. */
  lockUnreportedStop: (): Promise<StoredRelease | undefined> =>
    sql.row(
      stored,
      `select ${columns} from release
       where paused_by = 'failures' and stop_reported_at is null and withdrawn_at is null
       order by id limit 1 for update skip locked`,
    ),

  async noteStopReported(id: number, at: Date): Promise<void> {
    await sql.run('update release set stop_reported_at = $2 where id = $1', [id, at])
  },

  /** Offers a paused release again, and counts failures from now on; resolves to true if it was paused. */
  resume: async ({ chip, version }: Named, at: Date): Promise<boolean> =>
    (await sql.run(
      `update release set paused_at = null, paused_by = null, stop_reported_at = null, counted_from = $3
       where chip = $1 and version = $2 and paused_at is not null and withdrawn_at is null`,
      [chip, version, at],
    )) === 1,

  /** Offers a release to nobody ever again; true if it was not withdrawn yet. */
  withdraw: async ({ chip, version }: Named, at: Date): Promise<boolean> =>
    (await sql.run(
      'update release set withdrawn_at = $3 where chip = $1 and version = $2 and withdrawn_at is null',
      [chip, version, at],
    )) === 1,

  setShare: async ({ chip, version }: Named, share: number): Promise<boolean> =>
    (await sql.run(
      'update release set share = $3 where chip = $1 and version = $2 and withdrawn_at is null',
      [chip, version, share],
    )) === 1,

  /** In the order they were added. */
  keys: (): Promise<ReleaseKey[]> =>
    sql.rows(
      key,
      `select id, public_key as pem, added_at as "addedAt" from release_key order by added_at, id`,
    ),

  /** Deletes keys and the releases they signed; the caller has to delete the images. */
  async removeKeys(ids: readonly string[]): Promise<void> {
    await sql.run('delete from release where key = any($1)', [ids])
    await sql.run('delete from release_key where id = any($1)', [ids])
  },

  /** false if it exists already. */
  addKey: async ({ id, pem, addedAt }: ReleaseKey): Promise<boolean> =>
    (await sql.run(
      'insert into release_key (id, public_key, added_at) values ($1, $2, $3) on conflict do nothing',
      [id, pem, addedAt],
    )) === 1,
})
