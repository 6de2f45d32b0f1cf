import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { updatingOwners } from '../../../test/set-up/updates.ts'
import type { Sql } from '../../platform/db/database.ts'
import { releaseStore } from '../releases/store.ts'
import { currentRun, FACTS_VERSION, FROM_WANTED, runsOf, updateFacts } from './update-facts.ts'

const { updates, anna } = updatingOwners()
const plan = z.object({
  'QUERY PLAN': z.array(z.object({ Plan: z.object({ 'Shared Hit Blocks': z.int() }) })),
})

/** The pages of the database that each statement reads, by its name. */
async function blocks() {
  const { db, now } = updates()
  let read = 0
  const rows: Sql['rows'] = async (row, query, values) => {
    const text = typeof query === 'string' ? query : query.text
    const explained = await db.row(plan, `explain (analyze, buffers, format json) ${text}`, values)
    read = explained?.['QUERY PLAN'][0]?.Plan['Shared Hit Blocks'] ?? Number.NaN
    return db.rows(row, query, values)
  }
  const row: Sql['row'] = async (...query) => (await rows(...query))[0]
  const measured = { ...db, rows, row }
  const since = new Date('2026-01-01T00:00:00Z')
  const system = { id: anna().systems[1] ?? 0, since, visible_from: since }
  const statements: Record<string, () => Promise<unknown>> = {
    facts: () => updateFacts(measured, [system]),
    version: () =>
      measured.rows(
        z.object({ version: z.string() }),
        `select ${FACTS_VERSION} as version from (values ($1::integer, $2::timestamptz)) as wanted(system, visible_from) ${FROM_WANTED}`,
        [system.id, since],
      ),
    current: () => currentRun(measured, system),
    newest: () => runsOf(measured, system, { limit: 10, offset: 0, newestFirst: true }),
    offered: () => releaseStore(measured).offered(now()),
  }
  const all: Record<string, number> = {}
  for (const [name, ask] of Object.entries(statements)) {
    // The first time also reads what else is on these pages: what has been deleted.
    await ask()
    await ask()
    all[name] = read
  }
  return all
}

it('UPD-01 F8 the updates of a system, and those of a day, cost the same however many others have had', async () => {
  const { db, now } = updates()
  const fill = (from: number, until: number) =>
    db.run(
      `with runs as (
         insert into firmware_update (system, since, asked_at)
         select system, since, $2::timestamptz - interval '2 days' - n * interval '1 minute'
         from ownership, generate_series($3::integer, $4::integer) as n where system = $1 returning *
       ) insert into update_action (system, firmware_update, part, release, state, ended_at)
         select system, id, 1, (select min(id) from release), 'cancelled', asked_at from runs`,
      [anna().systems[0], now(), from, until],
    )
  const settle = async () => {
    await db.run('vacuum analyze firmware_update')
    await db.run('vacuum analyze update_action')
  }
  await db.run('update release set per_day = 5')
  await fill(1, 100)
  await settle()
  const few = await blocks()
  await fill(101, 20_000)
  await settle()
  const many = await blocks()
  const dearer = Object.entries(few).filter(([name, read]) => !((many[name] ?? Number.NaN) <= read + 12))
  expect(dearer.map(([name, read]) => ({ name, few: read, many: many[name] }))).toEqual([])
})
