import { flagNames, flags } from '@kellersonne/core/messages/messages'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'

type Span = { readonly system: number; readonly from: Date; readonly until: Date }

/**
 * Resolves to the systems whose unit reported within its span that it was off, and later that it was not. A unit that was off when its span
 * began must first report that it is not: it may have been switched off from afar. Reads a few rows of the index `state_off` alone: PostgreSQL
 * uses it for `is false`, not for `not`, and version 15 reads all of a span for `min` or `exists` where it expects few.
 */
export async function findSwitchedOffAndOn(sql: Sql, spans: readonly Span[]): Promise<number[]> {
  const rows = await sql.rows(
    z.object({ system: z.int() }),
    `select span.system
     from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) as span(system, from_at, until_at)
     cross join lateral (
       select max(at) as at from state
       where state.system = span.system and (payload ->> 'status' = 'off') and at < from_at
     ) as off_before
     cross join lateral (
       select max(at) as at from state
       where state.system = span.system and (payload ->> 'status' = 'off') is false and at < from_at
     ) as on_before
     cross join lateral (
       select case when off_before.at > coalesce(on_before.at, '-infinity') then min(state.at) else from_at end as at
       from state
       where state.system = span.system and (payload ->> 'status' = 'off') is false and at >= from_at and at < until_at
     ) as ready
     cross join lateral (
       select at from state
       where state.system = span.system and (payload ->> 'status' = 'off') and at >= ready.at and at < until_at
       order by at limit 1
     ) as off
     cross join lateral (
       select from state
       where state.system = span.system and (payload ->> 'status' = 'off') is false and at > off.at and at < until_at
       order by at limit 1
     ) as on_again`,
    [spans.map(({ system }) => system), spans.map(({ from }) => from), spans.map(({ until }) => until)],
  )
  return rows.map(({ system }) => system)
}

/** Statuses, and battery statuses, in which a unit rests or charges for a reason of its own. */
const RESTS = ['off', 'standby']
const KEEPS = ['calibrating', 'float']
const stopping = flagNames.filter((name) => flags[name].stops)
/** A unit that reports more often than every minute has a fault. */
const MOST = 30_000

/**
 * Resolves to when a unit, by what it reported, neither charged nor discharged at will: each from a state until the next one.
 */
export const restsOf = (sql: Sql, system: number, from: Date, until: Date) =>
  sql.rows(
    z.object({ from: z.date(), until: z.date() }),
    `select at as from, until from (
       select at, payload, coalesce(lead(at) over (order by at), $3) as until from (
         select at, payload from state where system = $1 and at < $3
           and at >= coalesce((select max(at) from state where system = $1 and at <= $2), $2)
         order by at limit ${MOST}) as reported) as spans
     where payload ->> 'status' = any($4) or payload ->> 'battery_status' = any($5)
       or payload -> 'message1' ?| $6 or payload -> 'message2' ?| $6
       or jsonb_array_length(coalesce(nullif(payload -> 'errors', 'null'), '[]')) > 0
     order by at`,
    [system, from, until, RESTS, KEEPS, stopping],
  )
