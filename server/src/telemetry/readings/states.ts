import { type MessageList, messageLists, type StatePayload } from '@kellersonne/contract/telemetry/device'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { updateUnitStates } from './unit-states.ts'

const key = z.object({ system: z.int(), at: z.date() })
/** The key of a state: its system and time. */
export type StateKey = z.output<typeof key>

type Span = { readonly system: number; readonly since: Date; readonly until: Date | null }
type ReportedState = { readonly system: number; readonly state: StatePayload }

const keyOf = ({ system, at }: StateKey) => `${system} ${at.getTime()}`

const ADD = prepared(`
insert into state (system, at, payload)
select * from unnest($1::integer[], $2::timestamptz[], $3::jsonb[])
on conflict do nothing returning system, at`)

/** Stores states, ordered by system and time; resolves to those that were not stored before. */
export async function storeStates(sql: Sql, states: readonly ReportedState[]): Promise<StateKey[]> {
  if (states.length === 0) return []
  // Of two of the same time, the first is stored.
  const byKey = Map.groupBy(states, ({ system, state: { at } }) => keyOf({ system, at }))
  const fresh = await sql.rows(key, ADD, [
    states.map((s) => s.system),
    states.map((s) => s.state.at),
    states.map((s) => JSON.stringify(s.state)),
  ])
  const isFresh = new Set(fresh.map(keyOf))
  await updateUnitStates(
    sql,
    [...byKey].flatMap(([one, [first]]) => (first && isFresh.has(one) ? [first] : [])),
  )
  return fresh
}

/** Resolves to up to `limit` of a system's states after an instant (in PostgreSQL's notation), ordered by time. */
export const statesAfter = (sql: Sql, system: number, instant: string, limit: number): Promise<StateKey[]> =>
  sql.rows(
    key,
    'select system, at from state where system = $1 and at > $2::timestamptz order by at limit $3',
    [system, instant, limit],
  )

/** When a span first has a list that the unit had sent before the span; null if it had not, infinity if the span has none. */
const firstOfList = (list: MessageList) => `
  case when exists (select from state where state.system = span.system and at < since and payload ? '${list}')
  then coalesce((
    select min(at) from state where state.system = span.system and at >= since and at < coalesce(until, 'infinity')
      and payload ? '${list}'
  ), 'infinity') end`

/**
 * Resolves to the first and last state in each span (`until` null = still open), without spans that have none. `first` is
 * when the unit had again sent every list of messages that it had sent before the span; null if it never did.
 */
export const statesWithin = (sql: Sql, spans: readonly Span[]) =>
  sql.rows(
    z.object({ system: z.int(), since: z.date(), first: z.nullable(z.date()), last: z.date() }),
    `select span.system, since, nullif(greatest(first, ${messageLists.map(firstOfList).join()}), 'infinity') as first, last
     from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) as span(system, since, until)
     join latest on latest.system = span.system and heard_at >= since
     cross join lateral (
       select min(at) as first, max(at) as last from state
       where state.system = span.system and at >= since and at < coalesce(until, 'infinity')
     ) as bounds
     where first is not null`,
    [spans.map(({ system }) => system), spans.map(({ since }) => since), spans.map(({ until }) => until)],
  )

/**
 * Resolves to when a unit's days to the next calibration went up, in `from` ≤ t < `until`, oldest first; the first `limit`
 * times. A faulty unit's may go up and down with each state.
 */
export const calibrationsOf = (
  sql: Sql,
  system: number,
  from: Date,
  until: Date,
  limit: number,
): Promise<StateKey[]> =>
  sql.rows(
    key,
    `select system, at from (
       select system, at, days, lag(days) over (order by at) as before
       from (
         select system, at, (payload ->> 'calibration_days')::integer as days from state
         where system = $1 and at >= $2 and at < $3
       ) as reported where days is not null
     ) as compared where days > before order by at limit $4`,
    [system, from, until, limit],
  )
