import { type MessageList, messageLists, storedState } from '@kellersonne/contract/telemetry/device'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared.ts'
import type { StateKey } from './states.ts'

const row = z.object({
  system: z.int(),
  fresh: z.boolean(),
  payload: z.pick(storedState, { at: true, message1: true, message2: true, errors: true }),
})
type Row = z.output<typeof row>

/** A stored state that contains a list of messages; `fresh` is false if it is only the neighbour of a requested one. */
export type StateAround = Row & { readonly list: MessageList }

/** These states and those right before and after each, ordered by system and time. */
const nearest = prepared(`
with fresh as (
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
join state using (system, at) order by system, at`)

/** The nearest states before and after others that include a list, by the list's index. */
const reportingNearest = (list: MessageList) => `
select distinct on (system, at) lone.system, false as fresh, payload
from unnest($1::integer[], $2::timestamptz[]) as lone(system, reported) cross join lateral (
  (select at, payload from state where state.system = lone.system and state.at < reported and payload ? '${list}'
   order by state.at desc limit 1)
  union all
  (select at, payload from state where state.system = lone.system and state.at > reported and payload ? '${list}'
   order by state.at limit 1)
) as next`

const reports = ({ payload }: Row, list: MessageList) => payload[list] !== undefined
const keyOf = ({ system, payload }: Row) => `${system} ${payload.at.getTime()}`

/** Returns the fresh states that include a list which an adjacent state leaves out. */
const lonely = (rows: readonly Row[], list: MessageList): Row[] =>
  rows.filter((one, i) => {
    if (!one.fresh || !reports(one, list)) return false
    const beside = [rows[i - 1], rows[i + 1]]
    return beside.some((other) => other?.system === one.system && !reports(other, list))
  })

const inOrder = (a: Row, b: Row) => a.system - b.system || a.payload.at.getTime() - b.payload.at.getTime()

/**
 * Resolves to the states among these that include a list of messages, with those nearest before and after each that include it
 * too: list by list, ordered by system and time. Most units send all lists each time: one query is then enough.
 */
export async function statesAround(sql: Sql, states: readonly StateKey[]): Promise<StateAround[]> {
  const rows = await sql.rows(row, nearest, [states.map(({ system }) => system), states.map(({ at }) => at)])
  const found: StateAround[] = []
  for (const list of messageLists) {
    const own = rows.filter((one) => reports(one, list))
    const lone = lonely(rows, list)
    if (lone.length > 0) {
      const known = new Set(own.map(keyOf))
      const far = await sql.rows(row, reportingNearest(list), [
        lone.map(({ system }) => system),
        lone.map(({ payload }) => payload.at),
      ])
      own.push(...far.filter((one) => !known.has(keyOf(one))))
      own.sort(inOrder)
    }
    found.push(...own.map((one) => ({ ...one, list })))
  }
  return found
}
