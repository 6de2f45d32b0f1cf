import type { StateMessage } from '@kellersonne/contract/telemetry/device'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { setUpTelemetry } from '../../test/set-up/telemetry.ts'

const { db, system, state, report } = setUpTelemetry()
const START = Date.parse('2026-06-18T00:00:00Z')
const minute = (m: number) => new Date(START + m * 60_000)
/** A state `m` minutes after the first. */
const at = (m: number, fields: Partial<StateMessage> = {}) => state(minute(m), fields)
const episode = z.object({
  ...{ code: z.string(), raisedAt: z.date(), resolvedAt: z.nullable(z.date()) },
  count: z.int(),
})
const kept = () =>
  db().rows(
    episode,
    `select code, raised_at as "raisedAt", resolved_at as "resolvedAt", count from episode
     where system = $1 order by raised_at, code`,
    [system().id],
  )

describe('a code that flickered more than 500 times', () => {
  const flickers = (count: number) =>
    report(...Array.from({ length: count }, (_, i) => at(i, i % 2 ? {} : { message2: ['u'] })))
  const one = (minutes: number | null, count: number) => [
    { code: 'u', raisedAt: minute(0), resolvedAt: minutes === null ? null : minute(minutes), count },
  ]

  it('F8 ENT-06 keeps its episode when a state comes late, and goes on from it', async () => {
    await flickers(499)
    await report(at(0.5))
    expect(await kept()).toEqual(one(null, 250))
    await report(at(499), at(500, { message2: ['u'] }))
    const { costs } = await report(at(1.5, { message2: ['u'] }))
    expect(costs.get(system().id)).toBeLessThan(40)
    expect(await kept()).toEqual(one(null, 251))
    await report(at(501))
    expect(await kept()).toEqual(one(501, 251))
  })

  it('ENT-06 ENT-07 ends with the newest state, and begins again, also when a late one comes with it', async () => {
    await flickers(501)
    await report(at(0.5), at(501))
    expect(await kept()).toMatchObject([{ raisedAt: minute(0), resolvedAt: minute(501) }])
    await report(at(1.5), at(600, { message2: ['u'] }))
    expect((await kept()).at(-1)).toMatchObject({ raisedAt: minute(600), resolvedAt: null })
    await report(at(601))
    expect((await kept()).filter(({ resolvedAt }) => resolvedAt === null)).toEqual([])
  })

  it('F8 counts with all others of its unit', async () => {
    const list = (i: number) => (i % 2 ? {} : { message2: ['u', 'w'] })
    await report(...Array.from({ length: 400 }, (_, i) => at(i, list(i))))
    await report(at(0.3), at(0.6, { message2: ['u', 'w'] }))
    expect((await kept()).map(({ code, count }) => [code, count])).toEqual([
      ['u', 201],
      ['w', 200],
    ])
  })

  it('ENT-07 ENT-06 ends in the newest state also where two lists have held it', async () => {
    await flickers(501)
    await report(at(501, { message1: ['u'] }))
    await report(at(502))
    expect(await kept()).toMatchObject([{ resolvedAt: expect.any(Date) }])
  })

  it('F8 ENT-06 is stored whatever lists it comes and goes in at once', async () => {
    const list = (i: number) => (i % 2 ? {} : { message2: ['7'] })
    await report(...Array.from({ length: 500 }, (_, i) => at(i, list(i))))
    await report(
      ...[at(520, { message2: ['7'] }), at(521), at(541, { message2: ['7'] }), at(542)],
      at(562, { message1: ['7'], errors: [{ code: 7, at: minute(562).toISOString() }] }),
    )
    expect((await kept()).slice(-3)).toMatchObject([
      { raisedAt: minute(520), resolvedAt: minute(521) },
      { raisedAt: minute(541), resolvedAt: minute(542) },
      { raisedAt: minute(562), resolvedAt: null },
    ])
  })
})
