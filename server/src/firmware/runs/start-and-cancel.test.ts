import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem } from '../../../test/api.ts'
import { multipart } from '../../../test/set-up/update-service.ts'
import { MINUTE, updatingOwners } from '../../../test/set-up/updates.ts'

const { actions, anna, ask, email, foreign, mine, other, signInAgain, updates } = updatingOwners()

describe('the start', () => {
  it('UPD-10 begins the first chip of all, and says what is pending', async () => {
    const answer = await updates().start(anna().cookie, mine())
    expect(answer.json()).toEqual({ updates: { bms: { new_update: true }, gateway: { new_update: true } } })
    expect(await actions()).toEqual(['waiting', 'planned'])
    expect((await ask()).json()).toMatchObject({
      ...{ new_update: true, update_started: false, update_waiting: true, page: 0 },
    })
  })

  it('UPD-10 where there is nothing to install is refused', async () => {
    expectProblem(await updates().start(anna().cookie, other()), 409, 'no_update')
  })

  it('UPD-10 a hundred at once, from many sessions, are one', async () => {
    const sessions: string[] = []
    for (let i = 0; i < 4; i += 1) sessions.push((await updates().enter(email())).cookie)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => updates().start(sessions[i % 4] ?? '', mine())),
    )
    // Ten an hour for the system; attempts over a session's limit may count for it until they are returned.
    const started = answers.filter(({ statusCode }) => statusCode === 200).length
    expect(started).toBeGreaterThanOrEqual(5)
    expect(started).toBeLessThanOrEqual(10)
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 429]))
    expect(new Set(answers.filter((a) => a.statusCode === 200).map(({ body }) => body)).size).toBe(1)
    expect(await actions()).toEqual(['waiting', 'planned'])
  })

  it('UPD-10 the database itself allows one update at a time', async () => {
    await updates().start(anna().cookie, mine())
    await expect(
      updates().db.run(`update update_action set state = 'waiting', deadline = now() where system = $1`, [
        anna().systems[0],
      ]),
    ).rejects.toThrow(/update_one_at_a_time/)
  })

  it('UPD-10 more often than five times a minute has to wait', async () => {
    for (let i = 0; i < 5; i += 1) expect((await updates().start(anna().cookie, mine())).statusCode).toBe(200)
    expectProblem(await updates().start(anna().cookie, mine()), 429, 'too_many_attempts')
  })

  const form = (fields: [string, string][], file?: string) => multipart(fields, file)
  it.each<[string, () => object, number, string]>([
    [
      'an extra field',
      () =>
        form([
          ['sn', mine()],
          ['update', '1'],
          ['x', '1'],
        ]),
      400,
      'input_invalid',
    ],
    [
      'a field twice',
      () =>
        form([
          ['sn', mine()],
          ['sn', foreign()],
        ]),
      400,
      'input_invalid',
    ],
    ['a file', () => form([['sn', mine()]], 'x'), 400, 'input_invalid'],
    [
      'another update',
      () =>
        form([
          ['sn', mine()],
          ['update', '2'],
        ]),
      400,
      'input_invalid',
    ],
    ['no sn', () => form([['update', '1']]), 400, 'input_invalid'],
    ['no form', () => ({ ...form([]), payload: 'nonsense' }), 400, 'input_invalid'],
    [
      'a name of an object’s own',
      () =>
        form([
          ['__proto__', 'x'],
          ['sn', mine()],
        ]),
      ...([400, 'input_invalid'] as const),
    ],
    ['a megabyte', () => form([['sn', 'x'.repeat(1_000_000)]]), 413, 'payload_too_large'],
    ['JSON', () => ({ payload: { sn: mine(), update: 1 } }), 415, 'media_type_unsupported'],
    [
      'a URL-encoded form',
      () => ({
        payload: `sn=${mine()}&update=1`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
      ...([415, 'media_type_unsupported'] as const),
    ],
  ])('API-10 with %s is refused', async (_, body, status, code) => {
    const made = z.looseObject({ headers: z.optional(z.record(z.string(), z.string())) }).parse(body())
    const answer = await updates().inject({
      ...{ method: 'POST', url: '/api/v1/update/' },
      ...made,
      headers: { cookie: anna().cookie, ...made.headers },
    })
    expect({ status: answer.statusCode, code: answer.json().code }).toEqual({ status, code })
    expect(await actions()).toEqual([])
  })

  it('API-10 is read up to one kilobyte, and refused beyond', async () => {
    const sized = (bytes: number) => {
      const empty = Buffer.byteLength(form([['sn', '']]).payload)
      return form([['sn', 'x'.repeat(bytes - empty)]])
    }
    const send = async (bytes: number) => {
      const { payload, headers } = sized(bytes)
      return updates().inject({
        ...{ method: 'POST', url: '/api/v1/update/', payload },
        headers: { cookie: anna().cookie, ...headers },
      })
    }
    expectProblem(await send(1024), 400, 'input_invalid')
    expectProblem(await send(1025), 413, 'payload_too_large')
  })

  it('UPD-13 after one that nobody began in time is a new one', async () => {
    await updates().start(anna().cookie, mine())
    updates().clock.skip(61 * MINUTE)
    await signInAgain()
    await updates().report(anna().systems[0] ?? 0, { bms: '2.4.0', gateway: '3.1.0' })
    expect((await ask()).json()).toMatchObject({ page: -1, new_update: true, update_started: false })
    expect((await updates().start(anna().cookie, mine())).statusCode).toBe(200)
    expect((await ask()).json()).toMatchObject({ page: 0, new_update: true })
    const states = await updates().db.rows(
      z.object({ state: z.string() }),
      'select state from update_action where system = $1 order by id',
      [anna().systems[0]],
    )
    expect(states.map(({ state }) => state)).toEqual(['interrupted', 'planned', 'waiting', 'planned'])
  })
})
