import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'

type Span = { readonly system: number; readonly from: Date; readonly until: Date }

/** Resolves, from the index `state_off` alone, to the systems whose unit reported within its span that it was off, and later that it was not. */
export async function findSwitchedOffAndOn(sql: Sql, spans: readonly Span[]): Promise<number[]> {
  const rows = await sql.rows(
    z.object({ system: z.int() }),
    `select span.system
     from unnest($1::integer[], $2::timestamptz[], $3::timestamptz[]) as span(system, from_at, until_at)
     cross join lateral (
       select min(at) as at from state
       where state.system = span.system and (payload ->> 'status' = 'off') and at >= from_at and at < until_at
     ) as off
     where exists (
       select from state
       where state.system = span.system and not (payload ->> 'status' = 'off') and state.at > off.at and state.at < until_at
     )`,
    [spans.map(({ system }) => system), spans.map(({ from }) => from), spans.map(({ until }) => until)],
  )
  return rows.map(({ system }) => system)
}
