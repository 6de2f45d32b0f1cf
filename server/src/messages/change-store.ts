import type { Change, Episode } from '@kellersonne/core/messages/episodes'
import * as z from 'zod/mini'
import type { Sql } from '../platform/db/database.ts'
import type { StoredChange, Touched } from './changes.ts'

const row = z.object({
  place: z.int(),
  from: z.nullable(z.date()),
  until: z.nullable(z.date()),
  at: z.nullable(z.date()),
  raised: z.nullable(z.boolean()),
})

/** The changes of one code to fold again, and the instants (null = unbounded) between which episodes may differ. */
export type Window = {
  readonly system: number
  readonly code: string
  readonly from: Date | null
  readonly until: Date | null
  readonly changes: readonly Change[]
}

const keys = (changes: readonly StoredChange[]) => [
  changes.map(({ system }) => system),
  changes.map(({ code }) => code),
  changes.map(({ stateAt }) => stateAt),
]

/** Queries for state changes: this file writes `message_change` and `episode`. */
export const changeStore = (sql: Sql) => ({
  async replace(gone: readonly StoredChange[], made: readonly StoredChange[]): Promise<void> {
    if (gone.length > 0)
      await sql.run(
        `delete from message_change
         where (system, code, state_at) in (select * from unnest($1::integer[], $2::text[], $3::timestamptz[]))`,
        keys(gone),
      )
    await sql.run(
      `insert into message_change (system, code, state_at, at, raised)
       select * from unnest($1::integer[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::boolean[])
       on conflict (system, code, state_at) do update set at = excluded.at, raised = excluded.raised`,
      [...keys(made), made.map(({ at }) => at), made.map(({ raised }) => raised)],
    )
  },

  /**
   * Resolves to the windows in which episodes may differ: from the last one raised before the first change. The next
   * one after the last change may be merged into it, but the one after that is unaffected.
   */
  async windows(touched: readonly Touched[]): Promise<Window[]> {
    const rows = await sql.rows(
      row,
      `select place::integer, begun.at as "from", ended.at as until, change.at, change.raised
       from unnest($1::integer[], $2::text[], $3::timestamptz[], $4::timestamptz[]) with ordinality
         as touched(system, code, earliest, latest, place)
       left join lateral (
         select max(raised_at) as at from episode
         where system = touched.system and code = touched.code and raised_at < earliest
       ) as begun on true
       left join lateral (
         select raised_at as at from episode
         where system = touched.system and code = touched.code and raised_at > latest
         order by raised_at offset 1 limit 1
       ) as ended on true
       left join message_change as change on change.system = touched.system and change.code = touched.code
         and state_at >= coalesce(begun.at, '-infinity') and state_at < coalesce(ended.at, 'infinity')
       order by place, state_at`,
      [
        touched.map(({ system }) => system),
        touched.map(({ code }) => code),
        touched.map(({ earliest }) => earliest),
        touched.map(({ latest }) => latest),
      ],
    )
    const byPlace = Map.groupBy(rows, ({ place }) => place)
    return touched.map(({ system, code }, i) => {
      const own = byPlace.get(i + 1) ?? []
      const changes = own.flatMap(({ at, raised }) =>
        at === null || raised === null ? [] : [{ code, at, raised }],
      )
      return { system, code, from: own[0]?.from ?? null, until: own[0]?.until ?? null, changes }
    })
  },

  /** Replaces the episodes in each window. */
  async putEpisodes(windows: readonly Window[], episodes: readonly (readonly Episode[])[]): Promise<void> {
    const rows = windows.flatMap(({ system }, i) => (episodes[i] ?? []).map((one) => ({ ...one, system })))
    const values = [
      rows.map(({ system }) => system),
      rows.map(({ code }) => code),
      rows.map(({ raisedAt }) => raisedAt),
    ]
    await sql.run(
      `delete from episode using unnest($4::integer[], $5::text[], $6::timestamptz[], $7::timestamptz[])
         as folded(system, code, begun, ended)
       where episode.system = folded.system and episode.code = folded.code
         and raised_at >= coalesce(begun, '-infinity') and raised_at < coalesce(ended, 'infinity')
         and (episode.system, episode.code, raised_at) not in (
           select * from unnest($1::integer[], $2::text[], $3::timestamptz[]))`,
      [
        ...values,
        windows.map(({ system }) => system),
        windows.map(({ code }) => code),
        windows.map(({ from }) => from),
        windows.map(({ until }) => until),
      ],
    )
    await sql.run(
      `insert into episode (system, code, raised_at, resolved_at, count)
       select * from unnest($1::integer[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::integer[])
       on conflict (system, code, raised_at) do update
         set resolved_at = excluded.resolved_at, count = excluded.count`,
      [...values, rows.map(({ resolvedAt }) => resolvedAt), rows.map(({ count }) => count)],
    )
  },
})
