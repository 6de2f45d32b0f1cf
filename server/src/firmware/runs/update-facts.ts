import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { VERSIONS } from '../../telemetry/readings/unit-states.ts'
import { storedAction } from './action.ts'

const run = z.object({
  id: z.uuid(),
  since: z.coerce.date(),
  askedAt: z.coerce.date(),
  seen: z.boolean(),
  consent: z.nullable(z.uuid()),
  actions: z.array(storedAction),
})
const facts = z.object({
  /** The versions the unit last reported, and when; empty and null if it has reported none since. */
  versions: z.record(z.string(), z.string()),
  versionsAt: z.nullable(z.date()),
  timeZone: z.string(),
  /** True if its owner has connected it: the maker's releases are not for it. */
  isOwn: z.boolean(),
  run: z.nullable(run),
})
/** The stored facts about a system's updates; `run` is its newest, whoever started it. Owned `since`. */
export type UpdateFacts = z.output<typeof facts>
export type StoredRun = z.output<typeof run>
/** A system and since when its owner has it. */
export type Owned = { readonly id: number; readonly since: Date }
/** With the time from which on they may see its data. */
export type Visible = Owned & { readonly visible_from: Date }

const action = `jsonb_build_object(
  'id', a.id, 'system', a.system, 'run', a.firmware_update, 'part', a.part, 'release', a.release, 'chip', r.chip,
  'from', a.from_version, 'to', r.version, 'size', r.size, 'sha256', r.sha256, 'state', a.state, 'bytes', a.bytes,
  'percent', a.percent, 'begunAt', a.begun_at, 'startedAt', a.started_at, 'installedAt', a.installed_at,
  'deadline', a.deadline, 'endedAt', a.ended_at, 'reason', a.reason, 'details', a.details, 'words', a.words,
  'lastSeenAt', a.heard_at, 'fetchedAt', a.fetched_at, 'cancelKnownAt', a.cancel_known_at)`

const selectRun = `select jsonb_build_object('id', u.id, 'since', u.since, 'askedAt', u.asked_at,
    'seen', u.seen_at is not null, 'consent', u.consent, 'actions', (
      select jsonb_agg(${action} order by a.part) from update_action a join release r on r.id = a.release
      where a.firmware_update = u.id)) as run
  from firmware_update u`
const selected = z.object({ run })

/** Resolves to the updates of a system under an owner who has had it since then. */
export const runsOf = async (
  sql: Sql,
  { id, since }: Owned,
  { limit, offset, newestFirst }: { limit: number; offset: number; newestFirst: boolean },
): Promise<StoredRun[]> => {
  const order = newestFirst ? 'desc' : 'asc'
  const rows = await sql.rows(
    selected,
    `${selectRun} where u.system = $1 and u.since = $2 order by asked_at ${order}, u.id ${order} limit $3 offset $4`,
    [id, since, limit, offset],
  )
  return rows.map((row) => row.run)
}

/** Resolves to the owner's updates that were in progress at any time in these bounds, oldest first. */
export const runsDuring = async (
  sql: Sql,
  { id, since }: Owned,
  { start, end }: { readonly start: Date; readonly end: Date },
  limit: number,
): Promise<StoredRun[]> => {
  const rows = await sql.rows(
    selected,
    `${selectRun} where u.system = $1 and u.since = $2 and u.asked_at < $4 and exists (
       select from update_action where firmware_update = u.id and coalesce(ended_at, deadline) >= $3)
     order by asked_at, u.id limit $5`,
    [id, since, start, end, limit],
  )
  return rows.map((row) => row.run)
}

export const countRuns = async (sql: Sql, { id, since }: Owned): Promise<number> => {
  const counted = await sql.row(
    z.object({ total: z.int() }),
    'select count(*) as total from firmware_update where system = $1 and since = $2',
    [id, since],
  )
  return counted?.total ?? 0
}

/** Resolves to the update in progress, whoever started it, else the last one of the present owner. */
export const currentRun = async (sql: Sql, { id, since }: Owned): Promise<StoredRun | undefined> => {
  const row = await sql.row(
    selected,
    `${selectRun} where u.system = $1 and (u.since = $2 or exists (
       select from update_action where firmware_update = u.id and deadline is not null))
     order by asked_at desc limit 1`,
    [id, since],
  )
  return row?.run
}

const FACTS = prepared(`
select ${VERSIONS} as versions,
  to_timestamp((told #>> '{versions,0}')::float8 / 1000) as "versionsAt", time_zone as "timeZone", own as "isOwn", run
from unnest($1::integer[], $2::timestamptz[]) with ordinality as wanted(system, visible_from, n)
join storage_system on storage_system.id = wanted.system
left join latest on latest.system = wanted.system and heard_at >= wanted.visible_from
  and state_at >= wanted.visible_from
left join unit_state on unit_state.system = latest.system
left join lateral (
  ${selectRun} where u.system = wanted.system order by asked_at desc limit 1
) as newest on true order by n`)

/** Resolves to the update facts of all these systems, in their order, with one query. */
export const updateFacts = (sql: Sql, systems: readonly Visible[]): Promise<UpdateFacts[]> =>
  sql.rows(facts, FACTS, [systems.map(({ id }) => id), systems.map((system) => system.visible_from)])

/** SQL for a version of the facts of the system `wanted`: as long as it is unchanged, so are the facts. */
export const FACTS_VERSION = `concat_ws(' ', latest.state_at, told #> '{versions}', newest.id, newest.mark)`
export const FROM_WANTED = `left join latest on latest.system = wanted.system and heard_at >= wanted.visible_from
  left join unit_state on unit_state.system = latest.system
  left join lateral (
    select u.id, concat_ws(' ', u.xmin, (
      select string_agg(a.xmin::text, ' ' order by a.part) from update_action a where a.firmware_update = u.id)) as mark
    from firmware_update u where u.system = wanted.system order by asked_at desc limit 1
  ) as newest on true`
