import { type StatePayload, storedState } from '@kellersonne/contract/telemetry/device'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'

const key = z.object({ system: z.int(), at: z.date() })
/** The key of a state: its system and time. */
export type StateKey = z.output<typeof key>

const neighbour = z.object({ system: z.int(), fresh: z.boolean(), payload: storedState })
/** A stored state; `fresh` if it was requested, false for a neighbour of one. */
export type StateAround = z.output<typeof neighbour>

type Span = { readonly system: number; readonly since: Date; readonly until: Date | null }
type ReportedState = { readonly system: number; readonly state: StatePayload }

/** Stores states; resolves to those that were not stored before. */
export const storeStates = (sql: Sql, states: readonly ReportedState[]): Promise<StateKey[]> =>
  sql.rows(
    key,
    `insert into state (system, at, payload)
     select * from unnest($1::integer[], $2::timestamptz[], $3::jsonb[])
     on conflict do nothing returning system, at`,
    [states.map((s) => s.system), states.map((s) => s.state.at), states.map((s) => JSON.stringify(s.state))],
  )

/** Resolves to these states and the neighbours before and after each, ordered by system and time. */
export const statesAround = (sql: Sql, states: readonly StateKey[]): Promise<StateAround[]> =>
  sql.rows(
    neighbour,
    `with fresh as (
       select * from unnest($1::integer[], $2::timestamptz[]) as fresh(system, at)
     ), around as (
       select system, at, true as fresh from fresh
       union all
       select fresh.system, next.at, false from fresh cross join lateral (
         select max(at) as at from state where state.system = fresh.system and state.at < fresh.at
         union all
         select min(at) from state where state.system = fresh.system and state.at > fresh.at
       ) as next
     )
     select system, fresh, payload
     from (select system, at, bool_or(fresh) as fresh from around group by system, at) as wanted
     join state using (system, at) order by system, at`,
    [states.map(({ system }) => system), states.map(({ at }) => at)],
  )

/** Resolves to up to `limit` of a system's states after an instant (in PostgreSQL's notation), ordered by time. */
export const statesAfter = (sql: Sql, system: number, instant: string, limit: number): Promise<StateKey[]> =>
  sql.rows(
    key,
    'select system, at from state where system = $1 and at > $2::timestamptz order by at limit $3',
    [system, instant, limit],
  )

/** Resolves to the first and last state in each span (`until` null = still open), without spans that have none. */
export const statesWithin = (sql: Sql, spans: readonly Span[]) =>
  sql.rows(
    z.object({ system: z.int(), first: z.date(), last: z.date() }),
    `select span.system, first, last
     from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) as span(system, since, until)
     join latest on latest.system = span.system and heard_at >= since
     cross join lateral (
       select min(at) as first, max(at) as last from state
       where state.system = span.system and at >= since and at < coalesce(until, 'infinity')
     ) as told
     where first is not null`,
    [spans.map(({ system }) => system), spans.map(({ since }) => since), spans.map(({ until }) => until)],
  )

/** Resolves to when a unit's days to the next calibration went up, in `from` ≤ t < `until`, oldest first. */
export const calibrationsOf = (sql: Sql, system: number, from: Date, until: Date): Promise<StateKey[]> =>
  sql.rows(
    key,
    `select system, at from (
       select system, at, days, lag(days) over (order by at) as before
       from (
         select system, at, (payload ->> 'calibration_days')::integer as days from state
         where system = $1 and at >= $2 and at < $3
       ) as told where days is not null
     ) as compared where days > before order by at`,
    [system, from, until],
  )
