import * as z from 'zod/mini'
import type { Db, Sql } from '../db/database.ts'
import { confirmClaims } from '../systems/confirmation.ts'
import { type Item, type ItemOf, newestIn, readingsIn, refusalsIn, statesIn } from './batch.ts'
import { columns, numberArray } from './columns.ts'
import { bringForward, recountFlags } from './latest.ts'
import { addReadings, recountQuarters } from './quarters.ts'
import { NOTICES } from './store.ts'
import { switchedOffAndOn } from './switching.ts'

/** A notice holds at most 8000 bytes. */
const SYSTEMS_A_NOTICE = 700

async function storeReadings(sql: Sql, readings: readonly ItemOf<'reading'>[]) {
  if (readings.length === 0) return
  const torn = await sql.rows(z.object({ system: z.int(), at: z.date() }), addReadings, [
    numberArray(readings, (item) => item.system),
    numberArray(readings, (item) => item.reading.at.getTime()),
    ...columns.map((column) => numberArray(readings, (item) => column.of(item.reading))),
  ])
  if (torn.length > 0) await sql.run(recountQuarters, [torn.map((q) => q.system), torn.map((q) => q.at)])
}

const storeStates = (sql: Sql, states: readonly ItemOf<'state'>[]) =>
  sql.run(
    `insert into state (system, at, payload)
     select * from unnest($1::integer[], $2::timestamptz[], $3::jsonb[]) on conflict do nothing`,
    [states.map((s) => s.system), states.map((s) => s.state.at), states.map((s) => JSON.stringify(s.state))],
  )

async function storeNewest(sql: Sql, batch: readonly Item[], states: readonly ItemOf<'state'>[]) {
  const newest = newestIn(batch)
  const time = (of: (item: (typeof newest)[number]) => number | null) => numberArray(newest, of)
  const forward = await sql.rows(
    z.object({ system: z.int(), state_at: z.nullable(z.date()) }),
    bringForward,
    [
      time(({ system }) => system),
      time(({ heard }) => heard),
      time(({ vanished }) => vanished),
      time(({ reading }) => reading?.at.getTime() ?? null),
      time(({ state }) => state?.at.getTime() ?? null),
      newest.map(({ state }) =>
        JSON.stringify(
          Object.fromEntries(
            [...(state?.message1 ?? []), ...(state?.message2 ?? [])].map((flag) => [flag, state?.at]),
          ),
        ),
      ),
      ...columns.map((column) => numberArray(newest, ({ reading }) => reading && column.of(reading))),
    ],
  )
  const stateAt = new Map(forward.map((row) => [row.system, row.state_at?.getTime()]))
  const late = states.filter((s) => s.state.at.getTime() !== stateAt.get(s.system))
  if (late.length > 0) await sql.run(recountFlags, [late.map((s) => s.system)])
  await announce(
    sql,
    newest.map(({ system }) => system),
  )
}

async function announce(sql: Sql, systems: readonly number[]) {
  const notices: string[] = []
  for (let i = 0; i < systems.length; i += SYSTEMS_A_NOTICE)
    notices.push(systems.slice(i, i + SYSTEMS_A_NOTICE).join())
  await sql.run('select pg_notify($1, systems) from unnest($2::text[]) as systems', [NOTICES, notices])
}

const storeRefusals = (sql: Sql, refusals: readonly ItemOf<'refusal'>[]) =>
  sql.run(
    `insert into refused (system, at, topic, reason, payload)
     select * from unnest($1::integer[], $2::timestamptz[], $3::text[], $4::text[], $5::text[])
     on conflict (slot) do update set system = excluded.system, at = excluded.at, topic = excluded.topic,
       reason = excluded.reason, payload = excluded.payload`,
    [
      refusals.map((r) => r.system),
      refusals.map((r) => r.heard),
      refusals.map((r) => r.topic),
      refusals.map((r) => r.reason),
      refusals.map((r) => r.payload),
    ],
  )

/**
 * Stores a batch in one transaction and tells who listens to NOTICES which systems changed. What is stored already
 * never counts twice. A unit that was switched off and on confirms a claim that waits for that. Many may do this at once: all take rows in the same order.
 */
export const storeBatch = (db: Pick<Db, 'transaction'>, batch: readonly Item[]): Promise<void> =>
  db.transaction(async (sql) => {
    await storeReadings(sql, readingsIn(batch))
    const states = statesIn(batch)
    if (states.length > 0) await storeStates(sql, states)
    await storeNewest(sql, batch, states)
    const refusals = refusalsIn(batch)
    if (refusals.length > 0) await storeRefusals(sql, refusals)
    if (states.length > 0) await confirmClaims(sql, states, (spans) => switchedOffAndOn(sql, spans))
  })
