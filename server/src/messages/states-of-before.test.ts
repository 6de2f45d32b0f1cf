import { statePayload } from '@kellersonne/contract/telemetry/device'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../test/database/database.ts'
import { storeBatch } from '../app/roles/store-batch.ts'
import { applyMigrations, knownMigrations } from '../platform/db/migrate.ts'
import { readingStore } from '../telemetry/readings/store.ts'

let test: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  test = await testDatabase('template0')
})
afterAll(() => test.close())

const minute = (m: number) => new Date(Date.UTC(2026, 5, 18, 8, m))
/** A state as it was stored: with every list, and what was left out as its default. */
const stored = (m: number, lists: object) => ({
  ...{ at: minute(m), status: 'on', message1: [], message2: [], errors: [] },
  ...{ display: 'normal', versions: { bms: '2.4.0' }, sensors: [], ...lists },
})

it('ENT-07 ENT-06 states and messages from before are carried on', async () => {
  const { db } = test
  const all = await knownMigrations()
  await applyMigrations(
    db,
    all.filter((name) => name < '0026'),
  )
  const row = z.object({ id: z.int() })
  const insert = `insert into storage_system (sn, phase, time_zone, secret_hash) values ('1001', 1, 'Europe/Berlin', '') returning id`
  const { id: system } = row.parse(await db.row(row, insert))
  const states = [
    stored(0, { message1: ['sm2'], errors: [{ code: 4113, at: minute(0) }] }),
    stored(20, { message1: ['sm2'], message2: ['u', 'x1'] }),
    stored(40, { message1: ['sm2'], message2: ['x1'] }),
  ]
  for (const state of states)
    await db.run('insert into state values ($1, $2, $3)', [system, state.at, JSON.stringify(state)])
  await db.run('insert into latest (system, heard_at, state_at) values ($1, $2, $2)', [system, minute(40)])
  const changes = [
    ['sm2', 0, true],
    ['4113', 0, true],
    ['4113', 20, false],
    ['u', 20, true],
    ['x1', 20, true],
    ['u', 40, false],
  ] as const
  for (const [code, m, raised] of changes)
    await db.run(
      'insert into message_change (system, code, state_at, at, raised) values ($1, $2, $3, $3, $4)',
      [system, code, minute(m), raised],
    )
  const episodes = [
    ['sm2', 0, null],
    ['4113', 0, 20],
    ['u', 20, 40],
    ['x1', 20, null],
  ] as const
  for (const [code, from, until] of episodes)
    await db.run('insert into episode values ($1, $2, $3, $4, 1)', [
      ...[system, code, minute(from), until === null ? null : minute(until)],
    ])

  await applyMigrations(db, all)
  const changed = await db.rows(
    z.object({ code: z.string(), list: z.string() }),
    'select code, list from message_change order by state_at, code, raised',
  )
  expect(changed.map(({ code, list }) => `${code} ${list}`)).toEqual([
    ...['4113 errors', 'sm2 message1', '4113 errors', 'u message2', 'x1 message2', 'u message2'],
  ])
  const [latest] = await readingStore(db).latest([system])
  expect(latest?.told).toMatchObject({
    status: [minute(40).getTime(), 'on'],
    message2: [minute(40).getTime(), ['x1']],
    versions: [minute(40).getTime(), { bms: '2.4.0' }],
  })
  const report = (m: number, fields: object) => {
    const state = statePayload.parse({ status: 'on', ...fields, at: minute(m).toISOString() })
    return storeBatch(db, [{ kind: 'state', system, receivedAt: minute(59), state }])
  }
  await report(50, { message1: [] })
  await report(30, { message2: ['x1'] })
  const open = z.object({ code: z.string(), raised: z.date(), resolved: z.nullable(z.date()) })
  expect(
    await db.rows(
      open,
      'select code, raised_at as raised, resolved_at as resolved from episode order by raised_at, code',
    ),
  ).toEqual([
    { code: '4113', raised: minute(0), resolved: minute(20) },
    { code: 'sm2', raised: minute(0), resolved: minute(50) },
    { code: 'u', raised: minute(20), resolved: minute(30) },
    { code: 'x1', raised: minute(20), resolved: null },
  ])
})
