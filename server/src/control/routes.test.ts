import { statePayload } from '@kellersonne/contract/telemetry/device'
import { ACCEPT_MS, REPEAT_MS } from '@kellersonne/core/control/commands'
import { eventually } from '@kellersonne/testing/eventually'
import { describe, expect, it } from 'vitest'
import { expectProblem } from '../../test/api.ts'
import { setUpCommands } from '../../test/set-up/commands.ts'
import { storeBatch } from '../app/roles/store-batch.ts'
import { MOST_COMMANDS } from './store.ts'

const { api, anna, berta, signInAgain, unit, seeOnline, post, given, look, read, ledger, listed, report } =
  setUpCommands()

describe('a command', () => {
  it('API-07 API-12 waits, is accepted and done, and can be read all the time', async () => {
    api().clock.stop()
    const asked = await given({ command: 'self_test', value: '12.5' })
    const at = api().now()
    expect(asked).toEqual({
      ...{ id: asked.id, sn: '1001', command: 'self_test', value: 12.5, by: 'anna@example.org' },
      ...{ state: 'waiting', reason: null, outcomes: [], accepted_at: null, ended_at: null },
      asked_at: at.toISOString(),
      deadline: new Date(at.getTime() + ACCEPT_MS).toISOString(),
    })
    expect(await read(asked.id)).toEqual(asked)
    api().clock.skip(50)
    await report(unit(), [asked.id, 'accepted'])
    expect(await read(asked.id)).toMatchObject({
      state: 'accepted',
      accepted_at: api().now().toISOString(),
      deadline: new Date(api().now().getTime() + 300_000).toISOString(),
    })
    api().clock.skip(20_000)
    await report(unit(), [asked.id, 'done'])
    const done = await read(asked.id)
    expect(done).toMatchObject({ state: 'done', deadline: null, ended_at: api().now().toISOString() })
    expect(done.outcomes.map(({ outcome }) => outcome)).toEqual(['accepted', 'done'])
    expect(await listed()).toEqual({ total: 1, commands: [done] })
  })

  it('API-07 is refused by its unit, with the reason', async () => {
    const { id } = await given()
    await report(unit(), [id, 'refused', 'main_switch_off'])
    expect(await read(id)).toMatchObject({ state: 'refused', reason: 'main_switch_off', accepted_at: null })
  })

  it('DSH-10 is one command, however often it is clicked at once', async () => {
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => given()))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect((await listed()).total).toBe(1)
    expect(api().logged.filter((line) => line.includes('"event":"command"'))).toHaveLength(1)
  })

  it('DSH-10 is the same one if it is clicked again when it is done already, and another one later', async () => {
    api().clock.stop()
    const { id } = await given()
    await report(unit(), [id, 'accepted'], [id, 'done'])
    api().clock.skip(REPEAT_MS - 1)
    expect((await given()).id).toBe(id)
    api().clock.skip(1)
    expect((await given()).id).not.toBe(id)
  })

  it('API-07 F8 leaves the newest thousand of a system, and the one that is under way', async () => {
    await api().db.run(
      `insert into command (system, since, name, asked_at, state, ended_at)
       select system, since, 'off', now() - i * interval '1 day', 'done', now() - i * interval '1 day'
       from ownership cross join generate_series(1, $2) as i where system = $1 and until is null`,
      [unit(), MOST_COMMANDS + 5],
    )
    const { id } = await given()
    const { total, commands } = await listed()
    expect([total, commands[0]?.id]).toEqual([MOST_COMMANDS, id])
  })

  it('DSH-10 waits for the one before; of two different ones at once one is carried out', async () => {
    const answers = await Promise.all([post({ command: 'on' }), post({ command: 'off' })])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const refused = answers.find(({ statusCode }) => statusCode === 409)
    if (refused) expectProblem(refused, 409, 'command_under_way')
    expectProblem(await post({ command: 'standby' }), 409, 'command_under_way')
    expectProblem(await post({ command: 'standby', value: '1' }), 409, 'command_under_way')
    await seeOnline(anna().systems[1] ?? 0, true)
    expect((await post({ sn: '1002', command: 'standby' })).statusCode).toBe(200)
  })

  it('DSH-10 is not tried with a unit that is offline, was never seen or is silent', async () => {
    const { id } = await given()
    await seeOnline(unit(), false)
    expect((await given()).id).toBe(id)
    await report(unit(), [id, 'done'])
    await seeOnline(unit(), false)
    expectProblem(await post({ command: 'off' }), 409, 'unit_offline')
    expectProblem(await post({ sn: '1002' }), 409, 'unit_offline')
    await seeOnline(unit(), true)
    api().clock.skip(16 * 60_000)
    await signInAgain()
    expectProblem(await post({ command: 'off' }), 409, 'unit_offline')
    expect((await listed()).total).toBe(1)
  })

  it('GWY-30 is not issued to a system that says it does not take it', async () => {
    const can = {
      ...{ measures: [], integrated: [], unverified: [], signs: null },
      ...{ commands: ['standby'], messages: false, updates: false },
    }
    const state = statePayload.parse({ at: api().now().toISOString(), status: 'on', capabilities: can })
    await storeBatch(api().db, [{ kind: 'state', system: unit(), receivedAt: api().now(), state }])
    expectProblem(await post({ command: 'off' }), 409, 'command_unsupported')
    expect((await post({ command: 'standby' })).statusCode).toBe(200)
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
    const foreign = [await post({}, berta()), await look(id, berta()), await ledger('sn=1001', berta())]
    const unknown = [
      await post({ sn: '9' }, berta()),
      await look('0d9a6f2c-7d0c-4b61-9c6f-3f0a4c0f3b11', berta()),
      await ledger('sn=9', berta()),
    ]
    for (const answer of [...foreign, await look('no-id')]) expectProblem(answer, 404, 'not_found')
    expect(foreign.map(({ body }) => body)).toEqual(unknown.map(({ body }) => body))
  })

  it('AUT-07 is refused once the session has ended', async () => {
    await api().post('/api/auth/logout/', { refresh: anna().refresh })
    await eventually(async () => expectProblem(await post({}), 401, 'session_required'))
    expectProblem(await ledger('sn=1001'), 401, 'session_required')
  })

  it('API-07 cannot be given without end', async () => {
    for (let i = 0; i < 60; i += 1) await post({})
    expectProblem(await post({}), 429, 'too_many_attempts')
    expect((await post({ sn: '2001' }, berta())).statusCode).toBe(200)
  })
})
