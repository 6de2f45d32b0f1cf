import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ago, setUpTelemetry } from '../../../test/set-up/telemetry.ts'
import { findSwitchedOffAndOn } from './switching.ts'

const { db, system, newSystem, state, report } = setUpTelemetry()
const later = (instant: Date) => new Date(instant.getTime() + 1)
const found = async (from = ago(90), until = ago(0)) =>
  (await findSwitchedOffAndOn(db(), [{ system: system().id, from, until }])).length > 0
/** Reports these statuses, the first dated 80 seconds ago, then one every ten seconds. */
const switchTo = (fields: ('on' | 'off')[], { id } = system()) =>
  report(...fields.map((status, i) => ({ ...state(ago(80 - 10 * i), { status }), system: id })))

it.each<['on' | 'off', 'on' | 'off', boolean]>([
  ['off', 'on', true],
  ['on', 'off', false],
  ['on', 'on', false],
  ['off', 'off', false],
])('AUT-12 a unit that says %s, then %s was switched off and on: %s', async (first, second, expected) => {
  await switchTo([first, second])
  expect(await found()).toBe(expected)
})

it('AUT-12 a unit that is off again was off and on', async () => {
  await switchTo(['off', 'on', 'off'])
  expect(await found()).toBe(true)
})

it('AUT-12 a unit that was off before the time has to come on first', async () => {
  await switchTo(['on', 'off', 'off', 'on', 'off', 'on'])
  const since = (seconds: number) => Promise.all([ago(35), ago(0)].map((until) => found(ago(seconds), until)))
  expect(await since(75)).toEqual([true, true])
  expect(await since(65)).toEqual([false, true])
  expect(await since(45)).toEqual([false, true])
})

it('AUT-12 what a unit says counts from the first instant of the time to just before the last', async () => {
  await switchTo(['off', 'on'])
  expect([await found(ago(80)), await found(later(ago(80)))]).toEqual([true, false])
  expect([await found(ago(80), later(ago(70))), await found(ago(80), ago(70))]).toEqual([true, false])
  expect(await found(ago(90), ago(80))).toBe(false)
})

it('AUT-12 one unit goes off and another comes on: neither was switched off and on', async () => {
  const other = await newSystem()
  await switchTo(['off', 'off'])
  await switchTo(['on', 'on', 'on'], other)
  const spans = [system(), other].map(({ id }) => ({ system: id, from: ago(90), until: ago(0) }))
  expect(await findSwitchedOffAndOn(db(), spans)).toEqual([])
})

it.each([
  ['on', 'on'],
  ['off', 'off'],
  ['on', 'off'],
])(
  'AUT-12 F8 it takes no longer however many states a unit has sent: %s, at last %s',
  async (status, last) => {
    await db().run(
      `insert into state select $1, $2::timestamptz - i * interval '1 ms', jsonb_build_object('status', case i when 1 then $4::text else $3 end)
     from generate_series(1, 20000) as i`,
      [system().id, ago(0), status, last],
    )
    await db().run('analyze state')
    const read = await db().transaction(async (sql) => {
      const reads = async () => {
        const counted = await sql.row(
          z.object({ rows: z.int() }),
          `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
           from pg_stat_xact_user_tables where relname = 'state'`,
        )
        return counted?.rows ?? 0
      }
      const before = await reads()
      for (const from of [ago(90), ago(1)])
        expect(await findSwitchedOffAndOn(sql, [{ system: system().id, from, until: ago(0) }])).toEqual([])
      return (await reads()) - before
    })
    expect(read).toBeLessThan(100)
  },
)
