import { command } from '@kellersonne/contract/commands'
import { ACCEPT_MS, REPEAT_MS } from '@kellersonne/core/commands'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, type TestApi, testApi } from '../../test/api.ts'
import { unzip } from '../../test/unzip.ts'
import { removeOwner } from '../accounts/deletion.ts'
import { storeBatch } from '../readings/write.ts'
import { systemStore } from '../systems/store.ts'
import { endOverdue } from './overdue.ts'

const list = z.object({ total: z.int(), commands: z.array(command) })
const COMMAND = '/api/auth/command/'
const COMMANDS = '/api/auth/commands/'

let api: TestApi
let anna: { owner: string; systems: number[]; access: string; refresh: string }
let berta: typeof anna
const [unit, others] = [() => anna.systems[0] ?? 0, () => berta.systems[0] ?? 0]

async function open() {
  api = await testApi()
  const join = async (email: string, sns: string[]) => ({
    ...(await api.owner(email, sns)),
    ...(await api.signIn(email)),
  })
  anna = await join('anna@example.org', ['1001', '1002'])
  berta = await join('berta@example.org', ['2001'])
  await hear(unit(), true)
  await hear(others(), true)
}
beforeEach(async () => {
  await api?.close()
  await open()
})
afterAll(() => api.close())

const hear = (system: number, online: boolean) =>
  storeBatch(api.db, [{ kind: 'presence', system, heard: api.now(), online }])
const post = (form: Record<string, string>, { access } = anna) =>
  api.post(
    COMMAND,
    { sn: '1001', command: 'standby', ...form },
    { headers: { authorization: `Bearer ${access}` } },
  )
const given = async (form: Record<string, string> = {}) => {
  const answer = await post(form)
  expect(answer.statusCode).toBe(200)
  return command.parse(answer.json())
}
const look = (id: string, { access } = anna) => api.get(`${COMMAND}${id}/`, access)
const read = async (id: string) => command.parse((await look(id)).json())
const ledger = (query: string, { access } = anna) => api.get(`${COMMANDS}?${query}`, access)
const listed = async (query = 'sn=1001') => list.parse((await ledger(query)).json())
/** What a unit says of commands, in one batch. */
const say = (
  system: number,
  ...said: [id: string, outcome: 'accepted' | 'done' | 'refused', reason?: string][]
) =>
  storeBatch(
    api.db,
    said.map(([id, outcome, reason]) => ({
      ...{ kind: 'outcome', system, heard: api.now() },
      outcome: { id, outcome, ...(reason !== undefined && { reason }) },
    })),
  )
const refusals = () =>
  api.db.rows(
    z.object({ system: z.int(), reason: z.string(), payload: z.string() }),
    'select system, reason, payload from refused',
  )

describe('a command', () => {
  it('API-07 API-12 waits, is accepted and done, and can be read all the time', async () => {
    api.clock.stop()
    const asked = await given({ command: 'self_test', value: '12.5' })
    const at = api.now()
    expect(asked).toEqual({
      ...{ id: asked.id, sn: '1001', command: 'self_test', value: 12.5, by: 'anna@example.org' },
      ...{ state: 'waiting', reason: null, outcomes: [], accepted_at: null, ended_at: null },
      asked_at: at.toISOString(),
      deadline: new Date(at.getTime() + ACCEPT_MS).toISOString(),
    })
    expect(await read(asked.id)).toEqual(asked)
    api.clock.skip(50)
    await say(unit(), [asked.id, 'accepted'])
    expect(await read(asked.id)).toMatchObject({
      state: 'accepted',
      accepted_at: api.now().toISOString(),
      deadline: new Date(api.now().getTime() + 300_000).toISOString(),
    })
    api.clock.skip(20_000)
    await say(unit(), [asked.id, 'done'])
    const done = await read(asked.id)
    expect(done).toMatchObject({ state: 'done', deadline: null, ended_at: api.now().toISOString() })
    expect(done.outcomes.map(({ outcome }) => outcome)).toEqual(['accepted', 'done'])
    expect(await listed()).toEqual({ total: 1, commands: [done] })
  })

  it('API-07 is refused by its unit, with the reason', async () => {
    const { id } = await given()
    await say(unit(), [id, 'refused', 'main_switch_off'])
    expect(await read(id)).toMatchObject({ state: 'refused', reason: 'main_switch_off', accepted_at: null })
  })

  it('DSH-10 is one command, however often it is clicked at once', async () => {
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => given()))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect((await listed()).total).toBe(1)
    expect(api.logged.filter((line) => line.includes('"event":"command"'))).toHaveLength(1)
  })

  it('DSH-10 is the same one if it is clicked again when it is done already, and another one later', async () => {
    api.clock.stop()
    const { id } = await given()
    await say(unit(), [id, 'accepted'], [id, 'done'])
    api.clock.skip(REPEAT_MS - 1)
    expect((await given()).id).toBe(id)
    api.clock.skip(1)
    expect((await given()).id).not.toBe(id)
  })

  it('DSH-10 waits for the one before; of two different ones at once one is carried out', async () => {
    const answers = await Promise.all([post({ command: 'on' }), post({ command: 'off' })])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const refused = answers.find(({ statusCode }) => statusCode === 409)
    if (refused) expectProblem(refused, 409, 'command_under_way')
    expectProblem(await post({ command: 'standby' }), 409, 'command_under_way')
    expectProblem(await post({ command: 'standby', value: '1' }), 409, 'command_under_way')
    await hear(anna.systems[1] ?? 0, true)
    expect((await post({ sn: '1002', command: 'standby' })).statusCode).toBe(200)
  })

  it('DSH-10 is not tried with a unit that is offline, was never heard or is silent', async () => {
    const { id } = await given()
    await hear(unit(), false)
    expect((await given()).id).toBe(id)
    await say(unit(), [id, 'done'])
    await hear(unit(), false)
    expectProblem(await post({ command: 'off' }), 409, 'unit_offline')
    expectProblem(await post({ sn: '1002' }), 409, 'unit_offline')
    await hear(unit(), true)
    api.clock.skip(16 * 60_000)
    anna = { ...anna, ...(await api.signIn('anna@example.org')) }
    expectProblem(await post({ command: 'off' }), 409, 'unit_offline')
    expect((await listed()).total).toBe(1)
  })

  it.each([
    [{ command: 'explode' }, { command: 'unknown' }],
    [{ command: '' }, { command: 'required' }],
    [{ value: '100001' }, { value: 'too_big' }],
    [{ value: '-100000.5' }, { value: 'too_small' }],
    [{ value: 'much' }, { value: 'format' }],
    [{ value: '1e3' }, { value: 'format' }],
    [
      { sn: 'a', command: 'x', value: 'NaN' },
      { sn: 'format', command: 'unknown', value: 'format' },
    ],
  ])('API-07 with %j is refused by field', async (form, errors) => {
    const answer = await post(form)
    expectProblem(answer, 400, 'input_invalid')
    expect(answer.json().errors).toEqual(errors)
    expect((await listed()).total).toBe(0)
  })

  it('API-07 to an unknown system is refused word for word as to one of somebody else', async () => {
    const { id } = await given()
    const foreign = [await post({}, berta), await look(id, berta), await ledger('sn=1001', berta)]
    const unknown = [
      await post({ sn: '9' }, berta),
      await look('0d9a6f2c-7d0c-4b61-9c6f-3f0a4c0f3b11', berta),
      await ledger('sn=9', berta),
    ]
    for (const answer of [...foreign, await look('no-id')]) expectProblem(answer, 404, 'not_found')
    expect(foreign.map(({ body }) => body)).toEqual(unknown.map(({ body }) => body))
  })

  it('AUT-07 is refused once the session has ended', async () => {
    await api.post('/api/auth/logout/', { refresh: anna.refresh })
    await vi.waitFor(async () => expectProblem(await post({}), 401, 'session_required'))
    expectProblem(await ledger('sn=1001'), 401, 'session_required')
  })

  it('API-07 cannot be given without end', async () => {
    for (let i = 0; i < 60; i += 1) await post({})
    expectProblem(await post({}), 429, 'too_many_attempts')
    expect((await post({ sn: '2001' }, berta)).statusCode).toBe(200)
  })
})

describe('what a unit says', () => {
  it('API-07 too late counts for nothing, and is kept', async () => {
    const { id, deadline } = await given()
    api.clock.skip(ACCEPT_MS)
    expect(await read(id)).toMatchObject({ state: 'timed_out', ended_at: deadline, deadline: null })
    await say(unit(), [id, 'accepted'], [id, 'done'])
    expect(await read(id)).toMatchObject({
      ...{ state: 'timed_out', ended_at: deadline, accepted_at: null },
      outcomes: [{ outcome: 'accepted' }, { outcome: 'done' }],
    })
  })

  it('API-07 too late counts for nothing even if nobody has looked before, and the next command goes through', async () => {
    const { id } = await given()
    api.clock.skip(ACCEPT_MS)
    await hear(unit(), true)
    const { id: second } = await given({ command: 'off' })
    await say(unit(), [id, 'done'], [second, 'done'])
    expect((await listed()).commands.map(({ state }) => state)).toEqual(['done', 'timed_out'])
  })

  it('API-07 twice or against itself changes nothing: the first that is final counts', async () => {
    const { id } = await given()
    const both: [string, 'accepted'] = [id, 'accepted']
    await say(unit(), both, both, [id, 'done'], [id, 'refused', 'stopped'])
    const { ended_at } = await read(id)
    api.clock.skip(10)
    await say(unit(), [id, 'done'])
    const { state, reason, outcomes, ended_at: still } = await read(id)
    expect({ state, reason, still }).toEqual({ state: 'done', reason: null, still: ended_at })
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      'accepted',
      'accepted',
      'done',
      'refused',
      'done',
    ])
  })

  it('API-07 without end is kept within bounds', async () => {
    const { id } = await given()
    for (let i = 0; i < 3; i += 1)
      await say(unit(), ...Array.from({ length: 10 }, (): [string, 'accepted'] => [id, 'accepted']))
    expect((await read(id)).outcomes).toHaveLength(20)
  })

  it("API-07 about another unit's command, an unknown one or none at all is refused and kept as that", async () => {
    const { id } = await given()
    const unknown = '0d9a6f2c-7d0c-4b61-9c6f-3f0a4c0f3b11'
    await say(others(), [id, 'refused', 'mine'], [unknown, 'done'], ['a', 'done'])
    expect(await read(id)).toMatchObject({ state: 'waiting', outcomes: [] })
    const kept = await refusals()
    expect(kept.map(({ payload }) => z.object({ id: z.string() }).parse(JSON.parse(payload)).id)).toEqual([
      ...[id, unknown, 'a'],
    ])
    expect(new Set(kept.map(({ system, reason }) => `${system} ${reason}`))).toEqual(
      new Set([`${others()} unknown_command`]),
    )
  })

  it('DSH-10 is announced as it is stored, and so is a command that times out', async () => {
    const { id } = await given()
    const seen: string[] = []
    const unwatch = api.hub.watch(
      new Set([unit()]),
      () => void read(id).then(({ state }) => seen.push(state)),
    )
    await say(unit(), [id, 'accepted'])
    await vi.waitFor(() => expect(seen).toEqual(['accepted']))
    api.clock.skip(60_000)
    await api.db.transaction((sql) => endOverdue(sql, api.now()))
    await vi.waitFor(() => expect(seen).toContain('timed_out'))
    unwatch()
  })
})

describe('the ledger', () => {
  it('API-12 has ten a page, the newest first, and pages beyond its end', async () => {
    await api.db.run(
      `insert into command (system, since, name, asked_at, state, ended_at)
       select system, since, 'off', since + i * interval '1 hour', 'done', since + i * interval '1 hour'
       from ownership, generate_series(1, 25) as i where system = $1`,
      [unit()],
    )
    const pages = await Promise.all([1, 2, 3, 4].map((page) => listed(`sn=1001&page=${page}`)))
    expect(pages.map(({ total, commands }) => [total, commands.length])).toEqual([
      ...[
        [25, 10],
        [25, 10],
        [25, 5],
        [25, 0],
      ],
    ])
    const times = pages.flatMap(({ commands }) => commands.map(({ asked_at }) => asked_at))
    expect(times).toEqual(times.toSorted().reverse())
    for (const page of ['0', '-1', 'x', '1.5'])
      expectProblem(await ledger(`sn=1001&page=${page}`), 400, 'input_invalid')
  })

  it('API-07 is for who gave the command: it stays behind when the system changes hands', async () => {
    const { id } = await given()
    await systemStore(api.db).release(z.parse(command.shape.sn, '1001'), anna.owner, api.now())
    for (const answer of [await look(id), await ledger('sn=1001'), await post({})])
      expectProblem(answer, 404, 'not_found')
    await systemStore(api.db).claim(unit(), berta.owner, api.now())
    expect(list.parse((await ledger('sn=1001', berta)).json())).toEqual({ total: 0, commands: [] })
    expectProblem(await look(id, berta), 404, 'not_found')
    await hear(unit(), true)
    expect((await post({ command: 'off' }, berta)).statusCode).toBe(200)
  })

  it('SET-05 names nobody once its owner is gone', async () => {
    const { id } = await given()
    await removeOwner(api.db, anna.owner, api.now())
    const row = await api.db.row(
      z.object({ owner: z.nullable(z.string()), text: z.string() }),
      'select owner, command::text as text from command join ownership using (system, since) where id = $1',
      [id],
    )
    expect(row?.owner).toBeNull()
    expect(row?.text).not.toMatch(new RegExp(`${anna.owner}|anna`))
  })

  it('SET-06 is part of the export', async () => {
    const { id } = await given({ value: '3' })
    await say(unit(), [id, 'refused', '=1+1'])
    const files = await unzip((await api.get('/api/auth/export/', anna.access)).rawPayload)
    const told = z
      .array(z.looseObject({ id: z.string() }))
      .parse(JSON.parse(files.get('commands/1001.json') ?? ''))
    expect(told).toMatchObject([
      {
        id,
        command: 'standby',
        value: 3,
        state: 'refused',
        reason: '=1+1',
        outcomes: [{ outcome: 'refused' }],
      },
    ])
    expect(files.get('commands/1001.csv')).toContain(`${id},standby,3,refused,'=1+1,`)
    expect(files.get('commands/1002.json')).toBe('[]\n')
  })
})
