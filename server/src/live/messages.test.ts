import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ago, setUpTelemetry } from '../../test/set-up/telemetry.ts'
import { messageStore } from '../messages/store.ts'
import type { PreparedQuery } from '../platform/db/prepared.ts'

const { db, system, begin, live, state, report } = setUpTelemetry()
const since = async (code: string) => (await live()).messages.find((m) => m.code === code)?.since

describe('messages', () => {
  it('DSH-02 begin with the first state of an unbroken row', async () => {
    await report(state(ago(5000), { message2: ['i2'] }))
    await report(state(ago(4000), { message2: ['relay'] }))
    await report(state(ago(3000), { message2: ['i2', 'relay'], message1: ['wait60'] }))
    await report(state(ago(2000), { message2: ['i2', 'relay'] }))
    expect((await live()).messages.map(({ code }) => code)).toEqual(['i2', 'relay'])
    expect(await since('i2')).toEqual(ago(3000))
    expect(await since('relay')).toEqual(ago(4000))
  })

  it('DSH-02 the same in whatever order and batches the states come', async () => {
    const reported = [
      state(ago(5000), { message2: ['i2', 'u'] }),
      state(ago(4000), { message2: ['relay', 'u'] }),
      state(ago(3000), { message2: ['i2', 'relay', 'u'] }),
      state(ago(2000), { message2: ['i2', 'relay', 'u'] }),
    ]
    for (const order of [
      [3, 0, 2, 1],
      [2, 3, 1, 0],
      [0, 3, 1, 2],
    ]) {
      await begin()
      const own = reported.map((item) => ({ ...item, system: system().id }))
      for (const i of order) await report(...own.slice(i, i + 1))
      expect([await since('i2'), await since('relay'), await since('u')]).toEqual([
        ago(3000),
        ago(4000),
        ago(5000),
      ])
    }
    await begin()
    await report(...reported.map((item) => ({ ...item, system: system().id })))
    expect([await since('i2'), await since('relay'), await since('u')]).toEqual([
      ago(3000),
      ago(4000),
      ago(5000),
    ])
  })

  it('ENT-06 that flicker begin when they were first raised', async () => {
    for (const [i, message2] of [['u'], [], ['u']].entries())
      await report(state(ago(500 - 100 * i), { message2 }))
    expect(await since('u')).toEqual(ago(500))
  })

  it("DSH-02 battery errors begin at the unit's own time, unknown flags are kept", async () => {
    await report(
      state(ago(20), {
        message2: ['zzz'],
        errors: [{ code: 4113, at: ago(100).toISOString() }],
      }),
    )
    expect((await live()).messages).toEqual([
      { code: 'zzz', since: ago(20) },
      { code: '4113', since: ago(100) },
    ])
  })

  it('AUT-12 do not show a new owner when they began before', async () => {
    await report(state(ago(500), { message2: ['u'] }))
    await report(state(ago(200), { message2: ['u'], sensors: [{ name: 'humidity', value: 61, unit: '%' }] }))
    expect((await live({ ...system(), visible_from: ago(300) })).messages).toEqual([
      { code: 'u', since: null },
    ])
    expect(await live({ ...system(), visible_from: ago(100) })).toMatchObject({
      online: null,
      status: null,
      messages: [],
      sensors: [],
    })
  })

  it('ENT-02 that are over are the last ten since the system is theirs, newest first', async () => {
    const wasActive = ['u', 'i1', 'i', 'relay', 'bat', 'hw', 'sv', 'sm1', 'm', 'aus', 'ein', 'i2']
    for (const [i, code] of wasActive.entries()) await report(state(ago(1000 - 10 * i), { message2: [code] }))
    const { messages, ended } = await live()
    expect(messages).toEqual([{ code: 'i2', since: ago(890) }])
    expect(ended.map(({ code }) => code)).toEqual(wasActive.slice(1, -1).toReversed())
    expect(ended[0]).toEqual({ code: 'ein', since: ago(900), resolvedAt: ago(890) })
    const bought = await live({ ...system(), visible_from: ago(915) })
    expect(bought.ended.map(({ code }) => code)).toEqual(['ein', 'aus'])
  })

  it('ENT-02 cost the same however many there were', async () => {
    const plan = z.object({
      'QUERY PLAN': z.array(z.object({ Plan: z.object({ 'Shared Hit Blocks': z.int() }) })),
    })
    const { id, visible_from } = system()
    const blocks = async () => {
      let read = 0
      const measured = {
        ...db(),
        rows: async <S extends z.ZodMiniType>(
          row: S,
          query: string | PreparedQuery,
          values?: readonly unknown[],
        ) => {
          const text = typeof query === 'string' ? query : query.text
          const explained = await db().row(plan, `explain (analyze, buffers, format json) ${text}`, values)
          read = explained?.['QUERY PLAN'][0]?.Plan['Shared Hit Blocks'] ?? Number.NaN
          return db().rows(row, query, values)
        },
      }
      expect((await messageStore(measured).latest([{ id, visible_from }], 10)).get(id)).toHaveLength(11)
      return read
    }
    const fill = (from: number, to: number) =>
      db().run(
        `insert into episode (system, code, raised_at, resolved_at, count)
         select $1, 'u', $2::timestamptz + n * interval '1 minute', $2::timestamptz + n * interval '90 seconds', 1
         from generate_series($3::integer, $4::integer) as n`,
        [id, visible_from, from, to],
      )
    await report(state(ago(5000), { message2: ['i2'] }))
    await fill(1, 50)
    await db().run('vacuum analyze episode')
    const few = await blocks()
    await fill(51, 20_000)
    await db().run('vacuum analyze episode')
    expect(await blocks()).toBeLessThanOrEqual(few + 8)
  })
})
