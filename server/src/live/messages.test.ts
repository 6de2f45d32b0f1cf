import { describe, expect, it } from 'vitest'
import { ago, setUpTelemetry } from '../../test/set-up/telemetry.ts'

const { system, begin, live, state, tell } = setUpTelemetry()
const since = async (code: string) => (await live()).messages.find((m) => m.code === code)?.since

describe('messages', () => {
  it('DSH-02 stand since the first state of an unbroken row', async () => {
    await tell(state(ago(5000), { message2: ['i2'] }))
    await tell(state(ago(4000), { message2: ['relay'] }))
    await tell(state(ago(3000), { message2: ['i2', 'relay'], message1: ['wait60'] }))
    await tell(state(ago(2000), { message2: ['i2', 'relay'] }))
    expect((await live()).messages.map(({ code }) => code)).toEqual(['i2', 'relay'])
    expect(await since('i2')).toEqual(ago(3000))
    expect(await since('relay')).toEqual(ago(4000))
  })

  it('DSH-02 the same in whatever order and batches the states come', async () => {
    const told = [
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
      const own = told.map((item) => ({ ...item, system: system().id }))
      for (const i of order) await tell(...own.slice(i, i + 1))
      expect([await since('i2'), await since('relay'), await since('u')]).toEqual([
        ago(3000),
        ago(4000),
        ago(5000),
      ])
    }
    await begin()
    await tell(...told.map((item) => ({ ...item, system: system().id })))
    expect([await since('i2'), await since('relay'), await since('u')]).toEqual([
      ago(3000),
      ago(4000),
      ago(5000),
    ])
  })

  it('ENT-06 that flicker stand since they were raised first', async () => {
    for (const [i, message2] of [['u'], [], ['u']].entries())
      await tell(state(ago(500 - 100 * i), { message2 }))
    expect(await since('u')).toEqual(ago(500))
  })

  it("DSH-02 battery errors stand since the unit's own time, unknown flags are kept", async () => {
    await tell(
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

  it('AUT-12 do not tell a new owner since when they stood before', async () => {
    await tell(state(ago(500), { message2: ['u'] }))
    await tell(state(ago(200), { message2: ['u'], sensors: [{ name: 'humidity', value: 61, unit: '%' }] }))
    expect((await live({ ...system(), since: ago(300) })).messages).toEqual([{ code: 'u', since: null }])
    expect(await live({ ...system(), since: ago(100) })).toMatchObject({
      online: null,
      status: null,
      messages: [],
      sensors: [],
    })
  })
})
