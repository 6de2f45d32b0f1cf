import type { Sql } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { numberArray } from '../readings/columns.ts'
import type { ItemOf } from './batch.ts'
import type { Refusals } from './refusals.ts'
import { cannotBeRight } from './refused-today.ts'

type Received = { readonly system: number; readonly receivedAt: Date }

/** Returns when the last of each system was received, by system in ascending order. */
function lastOf(received: readonly Received[]): [system: number, ms: number][] {
  const last = new Map<number, number>()
  for (const { system, receivedAt } of received)
    last.set(system, Math.max(last.get(system) ?? 0, receivedAt.getTime()))
  return [...last].toSorted(([a], [b]) => a - b)
}

const values = (last: readonly (readonly [number, number])[]) => [
  numberArray(last, ([system]) => system),
  numberArray(last, ([, ms]) => ms),
]

/** True if a state was refused that may say that something is wrong now. */
const mayMatter = (one: Refusals[number]) =>
  one.topic === 'state' && (cannotBeRight(one) || one.reason === 'over_budget')

const FORGET = prepared(`
delete from refused_state using unnest($1::integer[], $2::bigint[]) as accepted(system, ms)
where refused_state.system = accepted.system and at <= to_timestamp(ms / 1000.0::float8)`)

/** Notes systems whose state was refused but may matter, until one is accepted. This file writes `refused_state`. */
export async function noteRefusedStates(
  sql: Sql,
  states: readonly ItemOf<'state'>[],
  refusals: Refusals,
): Promise<void> {
  const refused = refusals.filter(mayMatter)
  if (refused.length > 0)
    await sql.run(
      `insert into refused_state as known (system, at)
       select system, to_timestamp(ms / 1000.0::float8) from unnest($1::integer[], $2::bigint[]) as refused(system, ms)
       on conflict (system) do update set at = greatest(known.at, excluded.at)`,
      values(lastOf(refused)),
    )
  if (states.length > 0) await sql.run(FORGET, values(lastOf(states)))
}
