import { currentDataList } from '@kellersonne/contract/live/live'
import { MAX_KEYS } from '@kellersonne/contract/systems/systems'
import { printedCode } from '@kellersonne/core/systems/keys'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, type TestApi, testApi } from '../../test/api.ts'
import { connectionsWaiting } from '../../test/database/locks.ts'
import type { openEvents } from '../../test/events.ts'
import { expectFaults } from '../../test/set-up/registration.ts'
import { systemOwners } from '../../test/set-up/system-owners.ts'
import { sessionStore } from '../identity/sessions/store.ts'
import { newCode } from './codes.ts'
import { lockOwner } from './owners.ts'
import { ownSystemStore } from './pairing/own-system-store.ts'

const OFTEN = { interval: 20 }

let api: TestApi
let people: ReturnType<typeof systemOwners>
beforeAll(async () => {
  api = await testApi()
  people = systemOwners(api, await api.app.listen({ port: 0, host: '127.0.0.1' }))
})
afterAll(() => api.close())

const newSystem = () => people.newSystem()
const newOwner = () => people.newOwner()
const securityLog = (owner: string) => people.securityLog(owner)
const switchOffAndOn = (system: number) => people.switchOffAndOn(system)
/** Ended, not aborted: browsers report an error for an aborted stream. */
async function expectEndedSoon({ closed }: Awaited<ReturnType<typeof openEvents>>) {
  let isClosed = false
  void closed.then(() => {
    isClosed = true
  })
  await expect.poll(() => isClosed, OFTEN).toBe(true)
}
const systemsIn = (json: string) =>
  currentDataList.parse(JSON.parse(json)).flatMap((entry) => Object.keys(entry))

describe('adding systems', () => {
  it('SET-01 SET-02 API-12 AUT-12 says what became of each key', async () => {
    const anna = await newOwner()
    const [a, b] = [await newSystem(), await newSystem()]
    const unknown = printedCode(newCode())
    const answer = await anna.add(a.code.toLowerCase(), b.sn, unknown)
    const settled = { until: null, contested: false }
    expect(answer.json()).toEqual([
      { key: a.code, sn: a.sn, outcome: 'claimed', ...settled },
      { key: b.sn, sn: b.sn, outcome: 'pending', until: expect.stringMatching(/Z$/), contested: false },
      { key: unknown, sn: null, outcome: 'unknown', ...settled },
    ])
    expect(await anna.list()).toEqual([{ sn: a.sn, phase: 1 }])
    expect(securityLog(anna.owner)).toEqual(['claim succeeded', 'claim succeeded', 'claim refused'])
    expect(api.logged.join()).not.toContain(a.code)
  })

  it("API-12 AUT-12 logs a claim of another's system as refused", async () => {
    const [anna, bert, cora] = [await newOwner(), await newOwner(), await newOwner()]
    const system = await newSystem()
    await anna.add(system.code)
    await bert.add(system.code)
    expect((await cora.add(system.code)).json()).toMatchObject([{ outcome: 'taken' }])
    expect([securityLog(bert.owner), securityLog(cora.owner)]).toEqual([
      ['claim succeeded'],
      ['claim refused'],
    ])
  })

  it('AUT-12 API-12 by serial number shows nothing until its unit was switched off and on', async () => {
    const anna = await newOwner()
    const system = await newSystem()
    const events = await anna.watch()
    expect(systemsIn((await events.next('data')).data)).toEqual([])
    await anna.add(system.sn)
    await api.publish(system.id, 100)
    expect(await anna.data()).toEqual([])
    await switchOffAndOn(system.id)
    expect(await anna.list()).toEqual([{ sn: system.sn, phase: 1 }])
    await expect.poll(anna.data, OFTEN).toHaveLength(1)
    await expectEndedSoon(events)
  })

  it.each([
    ['nothing', [], { sn: 'required' }],
    ['an empty one', [''], { 'sn.0': 'required' }],
    ['small letters', ['1001', 'keller'], { 'sn.1': 'format' }],
    ['letters and digits', ['AB12'], { 'sn.0': 'format' }],
    ['40 digits', ['1'.repeat(40)], { 'sn.0': 'format' }],
    ['a code with a slip', ['2345-ABCD-EFGHJ'], { 'sn.0': 'checksum' }],
    ['the same one three times', ['1001', '1001', '1001'], { sn: 'repeated' }],
    ['more than can be', Array.from({ length: MAX_KEYS + 1 }, (_, i) => `${i + 1}`), { sn: 'too_big' }],
    ['markup', ['<b>1</b>'], { 'sn.0': 'format' }],
  ])('SET-01 SET-02 adds none where one is invalid: %s', async (_what, keys, errors) => {
    const anna = await newOwner()
    const system = await newSystem()
    const answer = await anna.add(
      ...(keys.length > 0 && keys.length < MAX_KEYS ? [...keys, system.code] : keys),
    )
    expectProblem(answer, 400, 'input_invalid')
    expect(answer.json().errors).toEqual(errors)
    expect(await anna.list()).toEqual([])
  })

  it('AUT-12 counts each key an owner tries, and a network', async () => {
    const anna = await newOwner()
    const keys = Array.from({ length: MAX_KEYS }, () => printedCode(newCode()))
    const many = async (from: string, owner: typeof anna) =>
      expect((await owner.addFrom(from, ...keys)).statusCode).toBe(200)
    for (const _ of [1, 2]) await many('192.0.2.1', anna)
    expectProblem(await anna.addFrom('192.0.2.1', keys[0] ?? ''), 429, 'too_many_attempts')
    expect(securityLog(anna.owner).at(-1)).toBe('claim slowed')
    for (const _ of [1, 2, 3]) await many('192.0.2.1', await newOwner())
    expectProblem(await (await newOwner()).addFrom('192.0.2.1', keys[0] ?? ''), 429, 'too_many_attempts')
    await many('192.0.2.2', await newOwner())
  })
})

describe('giving a system up', () => {
  it('API-12 AUT-12 hides it at once, also from a stream that is open', async () => {
    const anna = await newOwner()
    const system = await newSystem()
    await anna.add(system.code)
    await api.publish(system.id, 100)
    const events = await anna.watch()
    expect(systemsIn((await events.next('data')).data)).toEqual([system.sn])
    expect((await anna.release(system.sn)).json()).toEqual({})
    await expectEndedSoon(events)
    expect(await anna.data()).toEqual([])
    expect(await anna.list()).toEqual([])
    expect(securityLog(anna.owner)).toEqual(['claim succeeded', 'release succeeded'])
  })

  it('API-12 AUT-12 shows its next owner nothing of what was before, and the former nothing of what is after', async () => {
    const [anna, bert] = [await newOwner(), await newOwner()]
    const system = await newSystem()
    await anna.add(system.code)
    await api.publish(system.id, 111)
    await expect.poll(async () => JSON.stringify(await anna.data())).toContain('111')
    await anna.release(system.sn)
    api.clock.skip(1000)
    await bert.add(system.code)
    const [shown] = await bert.data()
    expect(shown?.[system.sn]).toMatchObject({ grid_power: null, last_online_from: null })
    api.clock.skip(1000)
    await api.publish(system.id, 222)
    await expect.poll(async () => (await bert.data())[0]?.[system.sn]?.grid_power, OFTEN).toBe(222)
    expect(await anna.data()).toEqual([])
  })

  it('AUT-12 needs the password: a stolen token alone does not end what is seen of the past', async () => {
    const anna = await newOwner()
    const system = await newSystem()
    await anna.add(system.code)
    expectFaults(await anna.release(system.sn, null), { password: 'required' })
    expectProblem(await anna.release(system.sn, 'Falsch-aber-lang-1'), 403, 'password_wrong')
    expect(await anna.list()).toEqual([{ sn: system.sn, phase: 1 }])
    expect(securityLog(anna.owner)).toEqual(['claim succeeded', 'release refused'])
    expect((await anna.release(system.sn)).statusCode).toBe(200)
  })

  it('AUT-12 is not done for a session that has ended meanwhile, as by a new password', async () => {
    const anna = await newOwner()
    const system = await newSystem()
    await anna.add(system.code)
    const asked = await api.db.transaction(async (sql) => {
      await lockOwner(sql, anna.owner)
      const answer = anna.release(system.sn)
      await expect.poll(() => connectionsWaiting(sql)).toBe(1)
      await sessionStore(sql).endAll(anna.owner)
      return { answer }
    })
    expectProblem(await asked.answer, 401, 'session_required')
    await anna.signInAgain()
    expect(await anna.list()).toEqual([{ sn: system.sn, phase: 1 }])
  })

  it('AUT-12 is mailed with how to get it back: by its code, if it has one, or by pairing its gateway anew', async () => {
    const [anna, bert] = [await newOwner(), await newOwner()]
    const [bought, own] = [await newSystem(), await newSystem()]
    await anna.add(bought.code)
    await bert.add(own.code)
    await ownSystemStore(api.db).adopt(own.id)
    await anna.release(bought.sn)
    await bert.release(own.sn)
    const mails = (owner: string) =>
      api.db.rows(
        z.object({ kind: z.string() }),
        `select kind from mail where owner = $1 and kind <> 'system_claimed'`,
        [owner],
      )
    expect(await mails(anna.owner)).toEqual([{ kind: 'system_given_up' }])
    expect(await mails(bert.owner)).toEqual([{ kind: 'own_system_given_up' }])
  })

  it('AUT-12 is mailed about three times a day for each system, as whoever has a session and the code can do it again and again', async () => {
    const anna = await newOwner()
    const [one, other] = [await newSystem(), await newSystem()]
    for (const { code, sn } of [one, one, one, one, other]) {
      await anna.add(code)
      await anna.release(sn)
    }
    const numbers = await api.db.rows(
      z.object({ sn: z.string() }),
      `select details->>'sn' as sn from mail where owner = $1 and kind = 'system_given_up' order by created_at`,
      [anna.owner],
    )
    expect(numbers.map(({ sn }) => sn)).toEqual([one.sn, one.sn, one.sn, other.sn])
  })

  it('AUT-12 ends a claim that waits', async () => {
    const anna = await newOwner()
    const system = await newSystem()
    await anna.add(system.sn)
    expect((await anna.release(system.sn, null)).statusCode).toBe(200)
    await switchOffAndOn(system.id)
    expect(await anna.list()).toEqual([])
  })

  it("API-12 says the same of another's, of one that waits for another, and of none at all", async () => {
    const [anna, bert] = [await newOwner(), await newOwner()]
    const [owned, waited, free] = [await newSystem(), await newSystem(), await newSystem()]
    await anna.add(owned.code, waited.sn)
    const answers = await Promise.all([owned.sn, waited.sn, free.sn, '7'].map((sn) => bert.release(sn)))
    for (const answer of answers) expectProblem(answer, 404, 'not_found')
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(await anna.list()).toEqual([{ sn: owned.sn, phase: 1 }])
  })
})
