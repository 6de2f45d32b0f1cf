import { FEWEST_OF_SHARE, type Reach } from '@kellersonne/core/messages/alerts/outage'
import { FLICKER_MS } from '@kellersonne/core/messages/episodes'
import { flagNames, isOpen, mereStates } from '@kellersonne/core/messages/messages'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { OPEN_HANDOVER } from '../../systems/handover-store.ts'

const system = z.object({
  owner: z.uuid(),
  id: z.int(),
  timeZone: z.string(),
  since: z.date(),
  place: z.nullable(z.string()),
  lastSeenAt: z.nullable(z.date()),
})
/**
 * A system of an owner since then; `lastSeenAt`: when its unit last reported; `place`: the cell of about a degree in which it
 * is, if its owner has set its place.
 */
export type WatchedSystem = z.output<typeof system>

const episode = z.object({
  system: z.int(),
  code: z.string(),
  raisedAt: z.date(),
  resolvedAt: z.nullable(z.date()),
  count: z.int(),
})
export type SeenEpisode = z.output<typeof episode>

const update = z.object({
  system: z.int(),
  run: z.uuid(),
  endedAt: z.nullable(z.date()),
  isOpen: z.boolean(),
  failed: z.boolean(),
  finished: z.boolean(),
  switchSince: z.nullable(z.date()),
  chips: z.array(z.string()),
  reason: z.nullable(z.string()),
})
/** An update of a system. `switchSince`: since when it waits for the unit to be switched on; `chips`: with their versions. */
export type SeenUpdate = z.output<typeof update>

const claim = z.object({ system: z.int(), begunAt: z.date(), dueAt: z.date() })
export type SeenClaim = z.output<typeof claim>

const finding = z.object({
  system: z.int(),
  name: z.string(),
  begunAt: z.date(),
  endedAt: z.nullable(z.date()),
})
/** What a system does, or did, otherwise than it used to. */
export type SeenFinding = z.output<typeof finding>

const event = z.object({
  owner: z.uuid(),
  cause: z.enum(['sign_in']),
  subject: z.string(),
  at: z.date(),
  details: z.record(z.string(), z.unknown()),
})
export type AlertEvent = z.output<typeof event>

/** A system, when its owner was last judged, and the codes of messages that are alerts of theirs. */
type Watched = { readonly id: number; readonly judgedAt: Date; readonly alerted: readonly string[] }

const DAY_MS = 24 * 3_600_000
/** Codes of a system that are neither flags nor alerts already: a unit may send any number of them. */
const MOST_CODES = 50
/** There are few, and most of what is urgent is among them. */
const openFlags = flagNames.filter(isOpen)
const NEWEST = 'newest.system, newest.code, raised_at as "raisedAt", resolved_at as "resolvedAt", count'

const reach = z.object({ known: z.int(), silent: z.int(), owners: z.int() })
const REACH = `count(*)::integer as known, (count(*) filter (where heard_at <= $2))::integer as silent,
  (count(distinct owner) filter (where heard_at <= $2))::integer as owners`
const COUNTED = `from latest join ownership using (system) join storage_system on storage_system.id = system
  where until is null and heard_at > $1 and not own`

const REGIONS = {
  place: `round(latitude / 10.0)::text || ' ' || round(longitude / 10.0)::text`,
  zone: 'time_zone',
} as const

/** Reads what alerts are judged by; writes `alert_event`. All queries are for many owners or systems at once. */
export const factStore = (sql: Sql) => ({
  systems: (owners: readonly string[]): Promise<WatchedSystem[]> =>
    sql.rows(
      system,
      `select owner, id, time_zone as "timeZone", since, ${REGIONS.place} as place, heard_at as "lastSeenAt"
       from ownership join storage_system on id = ownership.system left join latest on latest.system = id
       where owner = any($1) and until is null`,
      [owners],
    ),

  /**
   * Resolves to the newest episode of each code that is open or ended since its owner was last judged: of all flags and alerted
   * codes, so that what is missing has ended, and of the first fifty others.
   * Not since others were: one who was not judged for weeks would have those of all others read of so long.
   */
  episodes: (systems: readonly Watched[]): Promise<SeenEpisode[]> =>
    sql.rows(
      episode,
      `with watched as materialized (select * from unnest($1::integer[], $3::timestamptz[]) as watched(id, "from")),
         wanted as materialized (
           select id, "from", code from watched cross join unnest($4::text[]) as code
           union select id, "from", code from watched join unnest($5::integer[], $6::text[]) as alerted(system, code) on system = id)
       select ${NEWEST} from wanted cross join lateral (
         select * from episode where system = id and episode.code = wanted.code order by raised_at desc limit 1) as newest
       where resolved_at is null or resolved_at > "from"
       union all
       select ${NEWEST} from watched cross join lateral (
         select distinct on (code) * from episode
         where episode.system = id and code <> all($2::text[]) and (resolved_at is null or resolved_at > watched."from")
           and not exists (select from wanted where wanted.id = watched.id and wanted.code = episode.code)
         order by code, raised_at desc limit ${MOST_CODES}) as newest`,
      [
        systems.map(({ id }) => id),
        mereStates,
        systems.map(({ judgedAt }) => new Date(judgedAt.getTime() - FLICKER_MS)),
        openFlags,
        systems.flatMap(({ id, alerted }) => alerted.map(() => id)),
        systems.flatMap(({ alerted }) => alerted),
      ],
    ),

  /** Resolves to the updates of these systems by their present owners that are under way or ended within a day. */
  updates: (systems: readonly number[], now: Date): Promise<SeenUpdate[]> =>
    sql.rows(
      update,
      `select run.system, run.id as run, max(ended_at) as "endedAt",
         bool_or(state in ('waiting', 'started', 'installed')) as "isOpen", bool_or(state = 'interrupted') as failed,
         bool_and(state = 'finished') as finished, min(installed_at) filter (where state = 'installed') as "switchSince",
         array_agg(chip || ' ' || version order by part) as chips, min(reason) as reason
       from firmware_update as run join ownership on ownership.system = run.system and ownership.since = run.since
       join update_action on firmware_update = run.id join release on release.id = release
       where run.system = any($1) and until is null and asked_at > $2
       group by run.id having max(ended_at) is null or max(ended_at) > $3
         or bool_or(state in ('waiting', 'started', 'installed'))`,
      [systems, new Date(now.getTime() - 8 * DAY_MS), new Date(now.getTime() - DAY_MS)],
    ),

  /** Resolves to the hand-overs of these systems that are under way. */
  claims: (systems: readonly number[]): Promise<SeenClaim[]> =>
    sql.rows(
      claim,
      `select system, begun_at as "begunAt", due_at as "dueAt" from handover
       where system = any($1) and ${OPEN_HANDOVER}`,
      [systems],
    ),

  /** Resolves to the findings at these systems, for their present owners, that are open or ended after `since`. */
  findings: (systems: readonly number[], since: Date): Promise<SeenFinding[]> =>
    sql.rows(
      finding,
      `select distinct on (finding.system, finding.name) finding.system, finding.name, begun_at as "begunAt", ended_at as "endedAt"
       from finding join ownership using (system, since)
       where until is null and finding.system = any($1) and (ended_at is null or ended_at > $2)
       order by finding.system, finding.name, begun_at desc`,
      [systems, new Date(since.getTime() - FLICKER_MS)],
    ),

  /** Takes the events of these owners out of the table. */
  takeEvents: (owners: readonly string[]): Promise<AlertEvent[]> =>
    sql.rows(
      event,
      'delete from alert_event where owner = any($1) returning owner, cause, subject, at, details',
      [owners],
    ),

  /**
   * Counts the systems with an owner that sent something after `from`, those of them that sent nothing after `silentAt`, and the
   * owners of the latter. Owners' own systems do not count: anybody can add some, and let them fall silent.
   */
  async reach(from: Date, silentAt: Date): Promise<Reach> {
    const found = await sql.row(reach, `select ${REACH} ${COUNTED}`, [from, silentAt])
    return found ?? { known: 0, silent: 0, owners: 0 }
  },

  /** Counts them by region; leaves out those of few systems, whose share would reveal too much. */
  reachBy: (by: keyof typeof REGIONS, from: Date, silentAt: Date) =>
    sql.rows(
      z.extend(reach, { region: z.string() }),
      `select ${REGIONS[by]} as region, ${REACH}
       ${COUNTED} and ${REGIONS[by]} is not null
       group by 1 having count(*) >= ${FEWEST_OF_SHARE}`,
      [from, silentAt],
    ),
})
