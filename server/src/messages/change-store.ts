import { messageLists } from '@kellersonne/contract/telemetry/device'
import { type Episode, FLICKER_MS } from '@kellersonne/core/messages/episodes'
import * as z from 'zod/mini'
import type { Sql } from '../platform/db/database.ts'
import type { StoredChange, Touched } from './changes.ts'

const last = z.object({
  place: z.int(),
  raisedAt: z.date(),
  resolvedAt: z.nullable(z.date()),
  count: z.int(),
})
type OwnEpisode = Episode & { readonly system: number }

const keys = (changes: readonly StoredChange[]) => [
  changes.map(({ system }) => system),
  changes.map(({ code }) => code),
  changes.map(({ list }) => list),
  changes.map(({ stateAt }) => stateAt),
]

const spanOf = (touched: readonly Touched[]) => [
  touched.map(({ system }) => system),
  touched.map(({ code }) => code),
  touched.map(({ earliest }) => earliest),
  touched.map(({ latest }) => latest),
  messageLists,
]

const REPLACING = `on conflict (system, code, raised_at) do update
  set resolved_at = excluded.resolved_at, count = excluded.count`

/** $1 to $4: touched codes, $5: lists. Which part of a code's changes is folded again: see `refold`. */
const SPAN = `span as (
  select touched.*, begun.at as begun, ended.at as ended
  from unnest($1::integer[], $2::text[], $3::timestamptz[], $4::timestamptz[]) with ordinality
    as touched(system, code, earliest, latest, place)
  left join lateral (
    select max(raised_at) as at from episode
    where system = touched.system and code = touched.code and raised_at < earliest
  ) as begun on true
  cross join lateral (
    select max(coalesce((
      select min(state_at) from message_change as next
      where next.system = touched.system and next.code = touched.code and next.list = each.list and state_at > latest
    ), 'infinity')) as at
    from unnest($5::text[]) as each(list)
    where exists (
      select from message_change as own
      where own.system = touched.system and own.code = touched.code and own.list = each.list and state_at <= latest)
  ) as settled
  left join lateral (
    select raised_at as at from episode
    where system = touched.system and code = touched.code and raised_at > greatest(latest, settled.at)
    order by raised_at offset 1 limit 1
  ) as ended on true
)`
const IN_SPAN = `change.system = span.system and change.code = span.code
  and state_at >= coalesce(begun, '-infinity') and state_at < coalesce(ended, 'infinity')`
/**
 * More changes of a unit than these are not folded again for one batch: it could keep everybody's states waiting with codes
 * that flicker thousands of times, and then late states.
 */
const MOST_REFOLDED = 500

/** Queries for state changes: this file writes `message_change` and `episode`. */
export const changeStore = (sql: Sql) => ({
  async replace(gone: readonly StoredChange[], made: readonly StoredChange[]): Promise<void> {
    if (gone.length > 0)
      await sql.run(
        `delete from message_change
         where (system, code, list, state_at) in (
           select * from unnest($1::integer[], $2::text[], $3::text[], $4::timestamptz[]))`,
        keys(gone),
      )
    await sql.run(
      `insert into message_change (system, code, list, state_at, at, raised)
       select * from unnest($1::integer[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::boolean[])
       on conflict (system, code, list, state_at) do update set at = excluded.at, raised = excluded.raised`,
      [...keys(made), made.map(({ at }) => at), made.map(({ raised }) => raised)],
    )
  },

  /** Resolves to those of these codes that have changed in more than one list. */
  async inSeveralLists(codes: readonly Touched[]): Promise<ReadonlySet<unknown>> {
    const rows = await sql.rows(
      z.object({ place: z.int() }),
      `select place::integer from unnest($1::integer[], $2::text[]) with ordinality as touched(system, code, place)
       where 1 < (
         select count(*) from unnest($3::text[]) as each(list) where exists (
           select from message_change as change
           where change.system = touched.system and change.code = touched.code and change.list = each.list))`,
      [codes.map(({ system }) => system), codes.map(({ code }) => code), messageLists],
    )
    return new Set(rows.map(({ place }) => codes[place - 1]))
  },

  /** Resolves to the newest episode of each code, by its place. */
  async lastEpisodes(codes: readonly Touched[]): Promise<Map<number, Episode>> {
    const rows = await sql.rows(
      last,
      `select place::integer, raised_at as "raisedAt", resolved_at as "resolvedAt", count
       from unnest($1::integer[], $2::text[]) with ordinality as touched(system, code, place)
       cross join lateral (
         select raised_at, resolved_at, count from episode
         where system = touched.system and code = touched.code order by raised_at desc limit 1
       ) as last`,
      [codes.map(({ system }) => system), codes.map(({ code }) => code)],
    )
    return new Map(
      rows.flatMap(({ place, ...episode }) => {
        const code = codes[place - 1]?.code
        return code === undefined ? [] : [[place - 1, { ...episode, code }] as const]
      }),
    )
  },

  /** Adds episodes, or replaces those of the same code raised at the same instant. */
  async putEpisodes(episodes: readonly OwnEpisode[]): Promise<void> {
    await sql.run(
      `insert into episode (system, code, raised_at, resolved_at, count)
       select * from unnest($1::integer[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::integer[])
       ${REPLACING}`,
      [
        episodes.map(({ system }) => system),
        episodes.map(({ code }) => code),
        episodes.map(({ raisedAt }) => raisedAt),
        episodes.map(({ resolvedAt }) => resolvedAt),
        episodes.map(({ count }) => count),
      ],
    )
  },

  /** Resolves to those of these codes that are not to be folded again: their unit's others have fewer changes. */
  async tooLong(touched: readonly Touched[]): Promise<ReadonlySet<Touched | undefined>> {
    const rows = await sql.rows(
      z.object({ place: z.int() }),
      `with ${SPAN}, counted as (
         select system, place, changes from span cross join lateral (
           select count(*) as changes from (
             select from message_change as change where ${IN_SPAN} limit ${MOST_REFOLDED + 1}) as found
         ) as counted
       ), summed as (
         select place, sum(changes) over (partition by system order by changes, place) as changes from counted
       ) select place::integer from summed where changes > ${MOST_REFOLDED}`,
      spanOf(touched),
    )
    return new Set(rows.map(({ place }) => touched[place - 1]))
  },

  /**
   * Ends episodes of codes that no list holds any more, at their newest change, and begins one for those that are held
   * and have none. For codes that are not folded again: their episodes would otherwise stay active for ever.
   */
  async settle(touched: readonly Touched[]): Promise<void> {
    await sql.run(
      `with held as (
         select system, code, bool_or(raised) as is_held, max(at) as at, max(at) filter (where raised) as raised_at
         from (select distinct * from unnest($1::integer[], $2::text[]) as touched(system, code)) as touched
         cross join unnest($3::text[]) as each(list)
         cross join lateral (
           select change.at, raised from message_change as change
           where change.system = touched.system and change.code = touched.code and change.list = each.list
           order by state_at desc limit 1
         ) as newest
         group by system, code
       ), ended as (
         update episode set resolved_at = greatest(held.at, episode.raised_at) from held
         where not is_held and episode.system = held.system and episode.code = held.code and resolved_at is null
       )
       insert into episode (system, code, raised_at, resolved_at, count)
       select system, code, raised_at, null, 1 from held
       where is_held and not exists (
         select from episode as open
         where open.system = held.system and open.code = held.code and open.resolved_at is null)
       on conflict (system, code, raised_at) do update set resolved_at = null`,
      [touched.map(({ system }) => system), touched.map(({ code }) => code), messageLists],
    )
  },

  /**
   * Folds the stored changes of codes again, as `foldChanges` does, a code being active while any list holds it, and
   * replaces their episodes: from the last one raised before the first change on. A list holds its code until its own next
   * change, whatever others do meanwhile; the next episode after that may be merged, but the one after that is unaffected. States say in which order changes came: an entry may name
   * an instant before them. Resolves to the number of changes read of each system.
   */
  refold: (touched: readonly Touched[]) =>
    sql.rows(
      z.object({ system: z.int(), changes: z.int() }),
      `with ${SPAN}, change as (
         select place, state_at, change.at, raised,
           lag(raised) over (partition by place, list order by state_at) as was
         from span join message_change as change on ${IN_SPAN}
       ), counted as (
         select place, state_at, at, raised,
           sum(case when raised then 1 else -1 end) over (partition by place order by state_at) > 0 as active
         from change where raised <> coalesce(was, false)
       ), smoothed as (
         select place, state_at, active as raised, coalesce(min(at) filter (where raised), max(at)) as at,
           lag(active) over (partition by place order by state_at) as was
         from counted group by place, state_at, active
       ), turn as (
         select *, lag(at) over (partition by place order by state_at) as before
         from smoothed where raised <> coalesce(was, false)
       ), numbered as (
         select *, count(*) filter (where raised and (before is null or at >= before + $6 * interval '1 ms'))
           over (partition by place order by state_at) as nth
         from turn
       ), folded as (
         select place, (array_agg(at order by state_at) filter (where raised))[1] as raised_at,
           case when count(*) filter (where raised) = count(*) filter (where not raised)
             then (array_agg(at order by state_at desc) filter (where not raised))[1] end as resolved_at,
           count(*) filter (where raised) as count
         from numbered group by place, nth
       ), gone as (
         delete from episode using span
         where episode.system = span.system and episode.code = span.code
           and raised_at >= coalesce(begun, '-infinity') and raised_at < coalesce(ended, 'infinity')
           and not exists (
             select from folded where folded.place = span.place and folded.raised_at = episode.raised_at)
       ), put as (
         insert into episode (system, code, raised_at, resolved_at, count)
         select system, code, raised_at, resolved_at, count from folded join span using (place)
         ${REPLACING}
       )
       select system, count(*) as changes from change join span using (place) group by system`,
      [...spanOf(touched), FLICKER_MS],
    ),
})
