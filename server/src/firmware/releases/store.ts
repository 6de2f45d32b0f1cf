import { comparisons } from '@kellersonne/core/firmware/conditions'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'

const bilingual = z.object({ de: z.string(), en: z.string() })
export type Bilingual = z.output<typeof bilingual>
const words = z.optional(z.array(z.string()))
const conditions = z.object({
  ...{ only: words, from: words, timeZones: words },
  requires: z.optional(
    z.array(z.object({ chip: z.string(), comparison: z.enum(comparisons), version: z.string() })),
  ),
})
export const rollout = z.object({
  share: z.int(),
  stages: z.array(z.int()),
  gateFinished: z.int(),
  gateSoakMs: z.int(),
  conditions,
  perDay: z.nullable(z.int()),
})
/**
 * To whom a release is offered: a percentage of the systems that meet the conditions, begun on at most `perDay` of them
 * within 24 hours. `stages`: percentages to come, each once so many updates of the one before have finished and so
 * much time has passed.
 */
export type Rollout = z.output<typeof rollout>
/** The plan of a release that reaches all of its share at once. */
export const AT_ONCE: Omit<Rollout, 'share'> = {
  ...{ stages: [], gateFinished: 0, gateSoakMs: 0, conditions: {}, perDay: null },
}
export const storedRelease = z.object({
  ...rollout.shape,
  stageSince: z.date(),
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
  fixes: z.array(z.string()),
  publishedAt: z.date(),
  pausedAt: z.nullable(z.date()),
  pausedBy: z.nullable(z.enum(['operator', 'failures'])),
  withdrawnAt: z.nullable(z.date()),
  countedFrom: z.nullable(z.date()),
})
/**
 * `changes`: what will be different for the owner; `fixes`: names of findings; `stageSince`: when it reached its present share; `countedFrom`: what
 * ended earlier does not count against it any more.
 */
export type StoredRelease = z.output<typeof storedRelease>
export type NewRelease = Omit<
  StoredRelease,
  'id' | 'stageSince' | 'pausedAt' | 'pausedBy' | 'withdrawnAt' | 'countedFrom'
>
export type Named = Pick<StoredRelease, 'chip' | 'version'>

export const releaseColumns = `release.id, chip, version, size, sha256, sha1, key, signature, notes, changes, fixes, share,
  published_at as "publishedAt", paused_at as "pausedAt", paused_by as "pausedBy", withdrawn_at as "withdrawnAt",
  counted_from as "countedFrom", stages, stage_since as "stageSince", gate_finished as "gateFinished",
  gate_soak_ms as "gateSoakMs", conditions, per_day as "perDay"`
/** Neither paused nor withdrawn. */
export const OFFERED = 'paused_at is null and withdrawn_at is null'
/** As its index has it, along which nobody can look for the newest update of a system. */
const ASKED_AT = `asked_at at time zone 'UTC'`
/**
 * Updates to it have been started within 24 hours before $1 on fewer systems than it allows in a day. What has ended before
 * its unit began does not count, nor a chip that has lost its turn with it: otherwise an owner who starts and cancels would use up
 * everybody's.
 */
const HAS_ROOM = `(per_day is null or per_day > (
  select count(distinct update_action.system)
  from firmware_update join update_action on firmware_update = firmware_update.id
  where ${ASKED_AT} > ($1::timestamptz - interval '24 hours') at time zone 'UTC' and release = release.id
    and (started_at is not null or ended_at is null and not exists (
      select from update_action as lost where lost.firmware_update = update_action.firmware_update
        and lost.part < update_action.part and lost.state in ('interrupted', 'cancelled')))))`
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
    sql.rows(
      storedRelease,
      `select ${releaseColumns} from release order by chip, published_at desc, id desc`,
    ),

  ofChip: (chip: string): Promise<StoredRelease[]> =>
    sql.rows(storedRelease, `select ${releaseColumns} from release where chip = $1`, [chip]),

  /** Resolves to the releases that are neither paused nor withdrawn, and have not had their updates of a day. */
  offered: (at: Date): Promise<StoredRelease[]> =>
    sql.rows(
      storedRelease,
      `select ${releaseColumns} from release where ${OFFERED} and ${HAS_ROOM} order by id`,
      [at],
    ),

  /** Locks releases while an update to them begins; false if one is not offered any more. */
  async lockOffered(ids: readonly number[], at: Date): Promise<boolean> {
    const id = z.object({ id: z.int() })
    await sql.rows(id, 'select id from release where id = any($1) order by id for no key update', [ids])
    // Only a new statement counts what others have started before they gave the lock.
    const rows = await sql.rows(
      id,
      `select id from release where id = any($2) and ${OFFERED} and ${HAS_ROOM}`,
      [at, ids],
    )
    return rows.length === ids.length
  },

  find: (id: number): Promise<StoredRelease | undefined> =>
    sql.row(storedRelease, `select ${releaseColumns} from release where id = $1`, [id]),

  async add(r: NewRelease): Promise<void> {
    await sql.run(
      `insert into release (chip, version, size, sha256, sha1, key, signature, notes, changes, share, published_at,
         stage_since, stages, gate_finished, gate_soak_ms, conditions, per_day, fixes)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, $13, $14, $15, $16, $17)`,
      [
        ...[r.chip, r.version, r.size, r.sha256, r.sha1, r.key, r.signature],
        ...[JSON.stringify(r.notes), r.changes && JSON.stringify(r.changes), r.share, r.publishedAt],
        ...[r.stages, r.gateFinished, r.gateSoakMs, JSON.stringify(r.conditions), r.perDay],
        r.fixes,
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
      storedRelease,
      `select ${releaseColumns} from release
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

  /** Locks the keys against removal until the end of the transaction. */
  async holdKeys(): Promise<void> {
    await sql.run(`select pg_advisory_xact_lock_shared(hashtext('release keys'))`)
  },

  /** Those that are believed, in the order they were added. */
  keys: (): Promise<ReleaseKey[]> =>
    sql.rows(
      key,
      `select id, public_key as pem, added_at as "addedAt" from release_key
       where removed_at is null order by added_at, id`,
    ),

  /** Removes a key for good, once nobody publishes; false if it is not believed. */
  async removeKey(id: string, at: Date): Promise<boolean> {
    await sql.run(`select pg_advisory_xact_lock(hashtext('release keys'))`)
    const removed = 'update release_key set removed_at = $2 where id = $1 and removed_at is null'
    return (await sql.run(removed, [id, at])) === 1
  },

  /** Deletes keys without a trace, and the releases they signed; the caller has to delete the images. */
  async deleteKeys(ids: readonly string[]): Promise<void> {
    await sql.run('delete from release where key = any($1)', [ids])
    await sql.run('delete from release_key where id = any($1)', [ids])
  },

  /** false if it exists already, or has been removed. */
  addKey: async ({ id, pem, addedAt }: ReleaseKey): Promise<boolean> =>
    (await sql.run(
      'insert into release_key (id, public_key, added_at) values ($1, $2, $3) on conflict do nothing',
      [id, pem, addedAt],
    )) === 1,
})
