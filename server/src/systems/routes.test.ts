import { statePayload } from '@kellersonne/contract/device'
import { currentDataList } from '@kellersonne/contract/live'
import { MAX_KEYS, serialNumber } from '@kellersonne/contract/systems'
import { printedCode } from '@kellersonne/core/keys'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem, SECRET, type TestApi, testApi } from '../../test/api.ts'
import { openEvents } from '../../test/events.ts'
import { storeBatch } from '../readings/write.ts'
import { codeKeyOf, newCode, putCode } from './codes.ts'
import { systemStore } from './store.ts'

const USR_SN = '/api/auth/usr_sn/'
const RELEASE = '/api/auth/usr_sn/release/'
const OFTEN = { interval: 20 }

let api: TestApi
let origin: string
beforeAll(async () => {
  api = await testApi()
  origin = await api.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => api.close())

let count = 1000
async function newSystem() {
  count += 1
  const sn = serialNumber.parse(`${count}`)
  const id = await systemStore(api.db).put({ sn, phase: 1, timeZone: 'Europe/Berlin', secret: 'secret' })
  const code = newCode()
  await putCode(api.db, codeKeyOf(SECRET), id, code)
  return { id, sn, code: printedCode(code) }
}
async function newOwner() {
  count += 1
  const email = `owner${count}@example.org`
  const { owner } = await api.owner(email)
  let { access } = await api.signIn(email)
  const post = (url: string, keys: readonly string[], more = {}) => {
    const headers = { authorization: `Bearer ${access}` }
    const form = new URLSearchParams()
    for (const key of keys) form.append('sn', key)
    return api.post(url, {}, { headers, ...more, payload: form.toString() })
  }
  return {
    owner,
    async signInAgain() {
      access = (await api.signIn(email)).access
    },
    add: (...keys: string[]) => post(USR_SN, keys),
    addFrom: (remoteAddress: string, ...keys: string[]) => post(USR_SN, keys, { remoteAddress }),
    release: (sn: string) => post(RELEASE, [sn]),
    list: async () => (await api.get(USR_SN, access)).json(),
    data: async () => currentDataList.parse((await api.get('/api/auth/data/', access)).json()),
    watch: () => openEvents(`${origin}/api/auth/live/`, access),
  }
}
const pending = { outcome: 'pending' }
const switchOffAndOn = async (system: number) => {
  for (const status of ['off', 'on']) {
    api.clock.skip(1000)
    const state = statePayload.parse({ at: api.now().toISOString(), status })
    await storeBatch(api.db, [{ kind: 'state', system, heard: api.now(), state }])
  }
}
/** Ended, not cut: a browser complains of a stream that breaks off. */
async function expectEndedSoon({ closed }: Awaited<ReturnType<typeof openEvents>>) {
  let isClosed = false
  void closed.then(() => {
    isClosed = true
  })
  await expect.poll(() => isClosed, OFTEN).toBe(true)
}
const systemsIn = (json: string) =>
  currentDataList.parse(JSON.parse(json)).flatMap((entry) => Object.keys(entry))
const securityLog = (owner: string) =>
  api.logged
    .map((line) => JSON.parse(line))
    .filter((entry) => entry.msg === 'security' && entry.owner === owner && entry.event !== 'sign_in')
    .map(({ event, outcome }) => `${event} ${outcome}`)

describe('adding systems', () => {
  it('SET-01 SET-02 API-12 AUT-12 says what became of each key', async () => {
    const anna = await newOwner()
    const [a, b] = [await newSystem(), await newSystem()]
    const answer = await anna.add(a.code.toLowerCase(), b.sn, '7')
    expect(answer.json()).toEqual([
      { key: a.code, sn: a.sn, outcome: 'claimed', until: null },
      { key: b.sn, sn: b.sn, outcome: 'pending', until: expect.stringMatching(/Z$/) },
      { key: '7', sn: null, outcome: 'unknown', until: null },
    ])
    expect(await anna.list()).toEqual([{ sn: a.sn, phase: 1 }])
    expect(securityLog(anna.owner)).toEqual(['claim succeeded', 'claim succeeded', 'claim refused'])
    expect(api.logged.join()).not.toContain(a.code)
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
    const keys = Array.from({ length: MAX_KEYS }, (_, i) => String(7000 + i))
    const many = async (from: string, owner: typeof anna) =>
      expect((await owner.addFrom(from, ...keys)).statusCode).toBe(200)
    for (const _ of [1, 2]) await many('192.0.2.1', anna)
    expectProblem(await anna.addFrom('192.0.2.1', '7'), 429, 'too_many_attempts')
    expect(securityLog(anna.owner).at(-1)).toBe('claim slowed')
    for (const _ of [1, 2, 3]) await many('192.0.2.1', await newOwner())
    expectProblem(await (await newOwner()).addFrom('192.0.2.1', '7'), 429, 'too_many_attempts')
    await many('192.0.2.2', await newOwner())
  })
})

describe('a free system somebody waits for', () => {
  it('AUT-12 is theirs to wait for three times a day, however often they ask; then it is for others', async () => {
    const [anna, bert] = [await newOwner(), await newOwner()]
    const [wanted, other] = [await newSystem(), await newSystem()]
    for (const _ of [1, 2, 3]) {
      api.clock.skip(1000)
      for (const _again of [1, 2]) expect((await anna.add(wanted.sn)).json()).toMatchObject([pending])
      await anna.release(wanted.sn)
    }
    const slowed = await anna.add(other.code, wanted.sn)
    expectProblem(slowed, 429, 'too_many_attempts')
    expect(Number(slowed.headers['retry-after'])).toBeGreaterThan(23 * 3600)
    expect(await anna.list()).toEqual([])
    expect(securityLog(anna.owner).at(-1)).toBe('claim slowed')
    expect((await anna.add(other.sn)).json()).toMatchObject([pending])
    expect((await bert.add(wanted.sn)).json()).toMatchObject([pending])
    expect((await anna.add(wanted.code)).json()).toMatchObject([{ outcome: 'claimed' }])
  })

  it('AUT-12 can be waited for again the day after', async () => {
    const [anna, wanted] = [await newOwner(), await newSystem()]
    for (const _ of [1, 2, 3]) {
      api.clock.skip(1000)
      await anna.add(wanted.sn)
      await anna.release(wanted.sn)
    }
    expectProblem(await anna.add(wanted.sn), 429, 'too_many_attempts')
    api.clock.skip(24 * 3600_000)
    await anna.signInAgain()
    expect((await anna.add(wanted.sn)).json()).toMatchObject([pending])
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

  it('AUT-12 ends a claim that waits', async () => {
    const anna = await newOwner()
    const system = await newSystem()
    await anna.add(system.sn)
    expect((await anna.release(system.sn)).statusCode).toBe(200)
    await switchOffAndOn(system.id)
    expect(await anna.list()).toEqual([])
  })

  it("API-12 says the same of another's, of one that waits for another, and of none at all", async () => {
    const [anna, bert] = [await newOwner(), await newOwner()]
    const [owned, waited, free] = [await newSystem(), await newSystem(), await newSystem()]
    await anna.add(owned.code, waited.sn)
    const answers = await Promise.all([owned.sn, waited.sn, free.sn, '7'].map(bert.release))
    for (const answer of answers) expectProblem(answer, 404, 'not_found')
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(await anna.list()).toEqual([{ sn: owned.sn, phase: 1 }])
  })
})
