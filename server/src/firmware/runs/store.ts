import type { Action } from '@kellersonne/core/firmware/chip-update'
import type { OutcomeCounts } from '@kellersonne/core/firmware/rollout'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { invariant } from '../../platform/invariant.ts'
import type { Caller } from '../../systems/access.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { columnsOf, type StoredAction, storedAction } from './action.ts'

/** The current state of an action, and the details sent with it. */
export type ActionStatus = {
  readonly id: number
  readonly action: Action
  readonly words: number
  readonly details: readonly string[]
  readonly lastSeenAt: Date | null
}
/** A chip of a new update. */
export type NewPart = { readonly release: number; readonly from: string | null }

const selectActions = `select update_action.id, system, firmware_update as run, part, release, chip,
  from_version as "from", version as "to", size, sha256, state, bytes, percent, begun_at as "begunAt",
  started_at as "startedAt", installed_at as "installedAt", deadline, ended_at as "endedAt", reason, details, words,
  heard_at as "lastSeenAt", fetched_at as "fetchedAt", cancel_known_at as "cancelKnownAt"
  from update_action join release on release.id = release`
const outcomeCounts = z.object({ finished: z.int(), failed: z.int(), failedOwners: z.int() })
const CALLED_OFF = `(state = 'cancelled' or reason = 'withdrawn')`
/** Waits for its unit, but who agreed to it has the system no longer. */
const GIVEN_UP = `state = 'waiting' and exists (
  select from firmware_update join ownership using (system, since)
  where firmware_update.id = update_action.firmware_update and until is not null)`
const OPEN = `state in ('waiting', 'started', 'installed')`

/** The only file that writes `firmware_update` and `update_action`, but for what `surplus.ts` deletes. */
export const updateStore = (sql: Sql) => ({
  /** Locks a system's open action until the end of the transaction. */
  lockOpenAction: (system: number): Promise<StoredAction | undefined> =>
    sql.row(storedAction, `${selectActions} where system = $1 and ${OPEN} for update of update_action`, [
      system,
    ]),

  /** Whether an update was started in this ownership of its system. */
  isOf: async (run: string, { id, since }: OwnedSystem): Promise<boolean> =>
    (await sql.run('select from firmware_update where id = $1 and (system, since) = ($2, $3)', [
      ...[run, id, since],
    ])) > 0,

  /** Locks the actions with these ids. */
  lockActions: (ids: readonly number[]): Promise<StoredAction[]> =>
    sql.rows(
      storedAction,
      `${selectActions} where update_action.id = any($1) order by update_action.id for update of update_action`,
      [ids],
    ),

  /** Locks up to `limit` overdue actions, skipping those locked by others. */
  lockOverdueActions: (now: Date, limit: number): Promise<StoredAction[]> =>
    sql.rows(
      storedAction,
      `${selectActions} where deadline <= $1 order by update_action.id limit $2
       for update of update_action skip locked`,
      [now, limit],
    ),

  /** Locks up to `limit` actions that nobody has agreed to any more, skipping those locked by others. */
  lockGivenUp: (limit: number): Promise<StoredAction[]> =>
    sql.rows(
      storedAction,
      `${selectActions} where deadline is not null and ${GIVEN_UP} order by update_action.id limit $1
       for update of update_action skip locked`,
      [limit],
    ),

  find: (id: number): Promise<StoredAction | undefined> =>
    sql.row(storedAction, `${selectActions} where update_action.id = $1`, [id]),

  /**
   * Resolves to the actions a unit must know of: the open one, and the last one if it was called off since `after` and
   * the unit has not confirmed that. At most one of each: the unit has to confirm a cancellation before it gets the
   * next action.
   */
  forUnit: (system: number, after: Date): Promise<StoredAction[]> =>
    sql.rows(
      storedAction,
      `${selectActions} where system = $1 and (${OPEN} and not (${GIVEN_UP})
         or ${CALLED_OFF} and fetched_at is not null and cancel_known_at is null and ended_at > $2)`,
      [system, after],
    ),

  /** Adds an update of a locked system, with all its chips still planned; resolves to its id. */
  async add(
    { id, since }: Pick<OwnedSystem, 'id' | 'since'>,
    { parts, consent, at }: { parts: readonly NewPart[]; consent: string; at: Date },
  ): Promise<string> {
    const [row] = await sql.rows(
      z.object({ id: z.uuid() }),
      `with made as (
         insert into firmware_update (system, since, asked_at, consent) values ($1, $2, $3, $4) returning id
       ), parts as (
         insert into update_action (system, firmware_update, part, release, from_version, state)
         select $1, made.id, part, release, from_version, 'planned'
         from made, unnest($5::integer[], $6::text[]) with ordinality as wanted(release, from_version, part)
         order by part returning id
       ) select made.id from made, (select count(*) from parts) as all_parts`,
      [id, since, at, consent, parts.map(({ release }) => release), parts.map(({ from }) => from)],
    )
    invariant(row, `firmware_update: the insert for system ${id} returned no row`)
    return row.id
  },

  /** Locks what is under way of a release. */
  lockOpenOf: (release: number): Promise<StoredAction[]> =>
    sql.rows(
      storedAction,
      `${selectActions} where update_action.release = $1 and ${OPEN} order by update_action.id for update of update_action`,
      [release],
    ),

  /** Ends the planned turns of a withdrawn release in updates under way; resolves to their systems. */
  withdrawPlanned: (release: number, at: Date) =>
    sql.rows(
      z.object({ system: z.int() }),
      `update update_action as planned set state = 'interrupted', reason = 'withdrawn', ended_at = $2
       where release = $1 and state = 'planned' and exists (select from update_action as other
         where other.firmware_update = planned.firmware_update and other.deadline is not null)
       returning system`,
      [release, at],
    ),

  /**
   * Begins the turn of the next planned chip of each of these updates, if there is one and none before it has lost its
   * turn: whether a chip fits was judged with the others before it.
   */
  async beginNext(runs: readonly string[], at: Date, deadline: Date): Promise<void> {
    await sql.run(
      `update update_action set state = 'waiting', begun_at = $2, deadline = $3
       where id in (
         select distinct on (firmware_update) id from update_action
         where firmware_update = any($1) and state = 'planned' and not exists (
           select from update_action as lost where lost.firmware_update = update_action.firmware_update
             and lost.part < update_action.part and lost.state in ('interrupted', 'cancelled'))
         order by firmware_update, part)`,
      [runs, at, deadline],
    )
  },

  async save(statuses: readonly ActionStatus[]): Promise<void> {
    const rows = statuses.map(({ action, ...rest }) => ({ ...rest, ...columnsOf(action) }))
    const each = <T>(of: (row: (typeof rows)[number]) => T) => rows.map(of)
    await sql.run(
      `update update_action set state = new.state, bytes = coalesce(new.bytes, update_action.bytes),
         percent = coalesce(new.percent, update_action.percent), started_at = new.started_at, installed_at = new.installed_at, deadline = new.deadline,
         ended_at = new.ended_at, reason = new.reason, words = new.words, details = new.details,
         heard_at = new.heard_at
       from unnest($1::integer[], $2::text[], $3::bigint[], $4::smallint[], $5::timestamptz[], $6::timestamptz[],
         $7::timestamptz[], $8::timestamptz[], $9::text[], $10::integer[], $11::jsonb[], $12::timestamptz[])
         as new(id, state, bytes, percent, started_at, installed_at, deadline, ended_at, reason, words, details, heard_at)
       where update_action.id = new.id`,
      [
        ...[each(({ id }) => id), each(({ state }) => state), each(({ bytes }) => bytes)],
        ...[each(({ percent }) => percent), each(({ startedAt }) => startedAt)],
        ...[each(({ installedAt }) => installedAt), each(({ deadline }) => deadline)],
        ...[each(({ endedAt }) => endedAt), each(({ reason }) => reason), each(({ words }) => words)],
        ...[each(({ details }) => JSON.stringify(details)), each(({ lastSeenAt }) => lastSeenAt)],
      ],
    )
  },

  async noteFetched(id: number, at: Date): Promise<void> {
    await sql.run('update update_action set fetched_at = $2 where id = $1 and fetched_at is null', [id, at])
  },

  async noteCancelKnown(id: number, at: Date): Promise<void> {
    await sql.run(
      `update update_action set cancel_known_at = $2 where id = $1 and ${CALLED_OFF} and cancel_known_at is null`,
      [id, at],
    )
  },

  /** Records that the owner knows how one of their updates ended; resolves to its system if it is theirs and has ended. */
  acknowledge: (id: string, { owner }: Caller, at: Date) =>
    sql.row(
      z.object({ system: z.int() }),
      `update firmware_update set seen_at = coalesce(seen_at, $3) from system_access as access
       where firmware_update.id = $1 and access.system = firmware_update.system
         and access.since = firmware_update.since and caller = $2 and 'update' = any(rights)
         and not exists (select from update_action
           where firmware_update = firmware_update.id and ${OPEN} and deadline > $3)
       returning firmware_update.system`,
      [id, owner, at],
    ),

  /**
   * Counts by each system's last attempt at a release that ended after `from`, if given: how many have it, on how many it
   * failed, and of how many owners these are, at least. Attempts that were called off, or that no unit began, say nothing about the release. A unit that was not
   * switched on again counts as failed: one that no longer can be looks the same.
   */
  async outcomeCounts(release: number, from: Date | null = null): Promise<OutcomeCounts> {
    const counted = await sql.row(
      outcomeCounts,
      `select count(*) filter (where state = 'finished') as finished,
         count(*) filter (where state = 'interrupted') as failed,
         count(distinct coalesce(owner::text, 'deleted')) filter (where state = 'interrupted') as "failedOwners"
       from (select distinct on (update_action.system) state, owner
             from update_action join firmware_update on firmware_update.id = firmware_update
               join ownership on (ownership.system, ownership.since) = (firmware_update.system, firmware_update.since)
             where release = $1 and ended_at is not null and state <> 'cancelled'
               and (reason is null or reason not in ('not_started', 'withdrawn'))
               and ($2::timestamptz is null or ended_at > $2)
             order by update_action.system, ended_at desc) as last`,
      [release, from],
    )
    return counted ?? { finished: 0, failed: 0, failedOwners: 0 }
  },

  /** Deletes the actions that installed these releases, and the updates left without any. */
  async forget(releases: readonly number[]): Promise<void> {
    const run = z.object({ id: z.uuid() })
    const runs = await sql.rows(
      run,
      'delete from update_action where release = any($1) returning firmware_update as id',
      [releases],
    )
    await sql.run(
      `delete from firmware_update as run where id = any($1)
         and not exists (select from update_action where firmware_update = run.id)`,
      [runs.map(({ id }) => id)],
    )
  },
})
