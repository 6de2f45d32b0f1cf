import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto'
import { serialNumber } from '@kellersonne/contract/systems'
import { type JWTHeaderParameters, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, PASSWORD, PUBLIC_URL, SECRET } from '../../test/api.ts'
import { multipart, type TestUpdates, testUpdates } from '../../test/updates.ts'
import { deriveKeyPair } from '../sessions/keys.ts'
import { updateCookie } from '../sessions/update-cookie.ts'
import { systemStore } from '../systems/store.ts'

const MINUTE = 60_000
const NAME = '__Secure-kellersonne_update'
let test: TestUpdates
let anna: Awaited<ReturnType<TestUpdates['enter']>> & { owner: string; systems: number[] }
let berta: typeof anna
let round = 0
beforeAll(async () => {
  test = await testUpdates()
  await test.release('bms', '2.5.0')
  await test.release('gateway', '3.2.0')
})
beforeEach(async () => {
  round += 1
  await test.forgive()
  const enter = async (name: string, sns: string[]) => {
    const email = `${name}${round}@example.org`
    const made = await test.owner(email, sns)
    return { ...(await test.enter(email)), ...made }
  }
  anna = await enter('anna', [mine(), other()])
  berta = await enter('berta', [foreign()])
  await test.say(anna.systems[0] ?? 0, { bms: '2.4.0', gateway: '3.1.0' })
  await test.say(anna.systems[1] ?? 0, { bms: '2.5.0', gateway: '3.2.0' })
  await test.say(berta.systems[0] ?? 0, { bms: '2.4.0' })
})
afterAll(() => test.close())
const mine = () => `${round}001`
const other = () => `${round}002`
const foreign = () => `${round}003`
const ask = (sn = mine(), cookie: string | null = anna.cookie, headers: Record<string, string> = {}) =>
  test.ask(cookie, sn, headers)
const actions = async (system = anna.systems[0]) =>
  (
    await test.db.rows(
      z.object({ state: z.string() }),
      'select state from update_action where system = $1 order by part',
      [system],
    )
  ).map(({ state }) => state)

describe('the cookie', () => {
  it('API-11 comes with every token, for the update service of the whole domain and no script', async () => {
    expect(anna.set).toMatch(
      /^__Secure-kellersonne_update=[\w-]+\.[\w-]+\.[\w-]+; Max-Age=900; Domain=example; Path=\/api\/v1; Secure; HttpOnly; SameSite=Strict$/,
    )
    const refreshed = await test.refresh(anna.refresh)
    const again = String(refreshed.headers['set-cookie']).split(';')[0] ?? ''
    expect((await ask(mine(), again)).statusCode).toBe(200)
  })

  it('API-11 is dropped where the session ends, and set nowhere else', async () => {
    const gone = new RegExp(
      `^${NAME}=; Max-Age=0; Domain=example; Path=/api/v1; Secure; HttpOnly; SameSite=Strict$`,
    )
    expect((await test.get('/api/auth/usr_sn/', anna.access)).headers['set-cookie']).toBeUndefined()
    expect((await test.refresh('x'.repeat(48))).headers['set-cookie']).toMatch(gone)
    const out = await test.post('/api/auth/logout/', { refresh: anna.refresh })
    expect(out.headers['set-cookie']).toMatch(gone)
    const removed = await test.post(
      '/api/auth/remove_customer/',
      { password: PASSWORD },
      { headers: { authorization: `Bearer ${berta.access}` } },
    )
    expect(removed.headers['set-cookie']).toMatch(gone)
  })

  it('API-11 is not bound to https on this machine alone', async () => {
    const { write } = updateCookie(SECRET, { PUBLIC_URL: 'http://localhost:8080' }, test.now)
    const set = await write({ owner: anna.owner, session: randomUUID() })
    expect(set).toMatch(/^kellersonne_update=[^;]+; Max-Age=900; Path=\/api\/v1; HttpOnly; SameSite=Strict$/)
  })

  it.each<[string, (email: string) => Promise<unknown>]>([
    ['signing out', () => test.post('/api/auth/logout/', { refresh: anna.refresh })],
    [
      'a changed password elsewhere',
      async (email) => {
        const { access } = await test.enter(email)
        return test.post(
          '/api/auth/user/',
          { password: 'Ganz-anders-9', current_password: PASSWORD },
          { headers: { authorization: `Bearer ${access}` } },
        )
      },
    ],
    [
      'deletion',
      async (email) => {
        const { access } = await test.enter(email)
        return test.post(
          '/api/auth/remove_customer/',
          { password: PASSWORD },
          { headers: { authorization: `Bearer ${access}` } },
        )
      },
    ],
  ])('API-11 is worth nothing at once after %s', async (_, end) => {
    expect((await ask()).statusCode).toBe(200)
    await end(`anna${round}@example.org`)
    expectProblem(await ask(), 401, 'session_required')
    expectProblem(await test.start(anna.cookie, mine()), 401, 'session_required')
  })

  const keys = deriveKeyPair(SECRET, 'update cookie')
  const seconds = () => Math.floor(test.now().getTime() / 1000)
  const part = (i: number): Record<string, unknown> =>
    JSON.parse(Buffer.from(anna.cookie.split(/[=.]/)[i + 1] ?? '', 'base64url').toString())
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = (
    claims: Record<string, unknown>,
    header: Partial<JWTHeaderParameters> = {},
    key = keys.sign,
  ) =>
    new SignJWT({ ...part(1), ...claims })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'upd+jwt', kid: keys.kid, ...header })
      .sign(key)
  const stranger = generateKeyPairSync('ed25519')
  const forged: Record<string, () => string | Promise<string>> = {
    'an access token': () => anna.access,
    'a refresh token': () => anna.refresh,
    'algorithm none': () => `${encode({ ...part(0), alg: 'none' })}.${encode(part(1))}.`,
    'HS256 with the public key': () => {
      const body = `${encode({ ...part(0), alg: 'HS256' })}.${encode(part(1))}`
      const key = keys.verify.export({ format: 'pem', type: 'spki' })
      return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`
    },
    'another key': () => signed({}, {}, stranger.privateKey),
    'the key of access tokens': () => signed({}, {}, deriveKeyPair(SECRET, 'access').sign),
    'another audience': () => signed({ aud: 'main' }),
    'another type': () => signed({}, { typ: 'at+jwt' }),
    expired: () => signed({ exp: seconds() - 1 }),
    'issued in the future': () => signed({ iat: seconds() + 90 }),
    "another owner's session": () => signed({ sid: part(1)['sid'], sub: berta.owner }),
    'an unknown session': () => signed({ sid: randomUUID() }),
    nothing: () => '',
  }
  it.each(Object.keys(forged))('API-11 forged is refused: %s', async (name) => {
    const value = await forged[name]?.()
    expectProblem(await ask(mine(), `${NAME}=${value}`), 401, 'session_required')
    expectProblem(await test.start(`${NAME}=${value}`, mine()), 401, 'session_required')
  })
  it('API-11 genuine is taken, and no Bearer', async () => {
    expect((await ask(mine(), `a=b; ${NAME}=${await signed({ jti: randomUUID() })}`)).statusCode).toBe(200)
    const token = anna.cookie.split('=')[1] ?? ''
    expectProblem(await test.get('/api/auth/usr_sn/', token), 401, 'session_required')
    expectProblem(
      await ask(mine(), null, { authorization: `Bearer ${anna.access}` }),
      401,
      'session_required',
    )
  })
})

describe('pages of elsewhere', () => {
  const browser = { origin: PUBLIC_URL, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }
  it("API-11 the portal's own are answered, and may read it", async () => {
    const { statusCode, headers } = await ask(mine(), anna.cookie, browser)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      ...{ 'access-control-allow-origin': PUBLIC_URL, 'access-control-allow-credentials': 'true' },
      ...{ vary: 'Origin', 'cache-control': 'no-store' },
    })
    expect((await ask(mine(), null, browser)).headers['access-control-allow-origin']).toBe(PUBLIC_URL)
  })

  it.each<[string, Record<string, string>]>([
    ['another site', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }],
    ['a sibling', { origin: 'https://evil.example' }],
    ['another port', { origin: 'https://portal.example:444' }],
    ['one that looks alike', { origin: 'https://portal.example.evil.test' }],
    ['http', { origin: 'http://portal.example' }],
    ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    ['a form of the portal itself', { 'sec-fetch-mode': 'navigate' }],
    ['an image', { 'sec-fetch-mode': 'no-cors' }],
    ['a site that hides', { origin: '', 'sec-fetch-site': 'cross-site' }],
  ])('API-11 %s is refused whoever asks, and logged', async (_, headers) => {
    for (const answer of [
      await ask(mine(), anna.cookie, { ...browser, ...headers }),
      await test.start(anna.cookie, mine(), { headers: { ...browser, ...headers } }),
    ]) {
      expectProblem(answer, 403, 'origin_denied')
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    }
    expect(await actions()).toEqual([])
    expect(test.logged.join('')).toContain('"event":"update_origin","outcome":"refused"')
  })
})

describe('who may ask', () => {
  it.each([() => foreign(), () => '999999', () => '-1'])(
    'API-11 a system of somebody else, none and the total are refused alike: %#',
    async (sn) => {
      const nobody = '888888'
      expectProblem(await ask(sn()), 404, 'not_found')
      expect((await ask(sn())).body).toBe((await ask(nobody)).body)
      expectProblem(await test.start(anna.cookie, sn()), 404, 'not_found')
      expect((await test.start(anna.cookie, sn())).body).toBe((await test.start(anna.cookie, nobody)).body)
      expect(await actions(berta.systems[0])).toEqual([])
    },
  )

  it.each(['', 'a', '-2', '1;drop', '１', '1'.repeat(21)])(
    'API-10 sn=%j is refused as malformed',
    async (sn) => {
      expectProblem(await ask(sn), 400, 'input_invalid')
      expectProblem(await test.start(anna.cookie, sn), 400, 'input_invalid')
    },
  )

  it('API-11 a system that was given up is no longer answered for', async () => {
    await systemStore(test.db).release(serialNumber.parse(mine()), anna.owner, test.now())
    expectProblem(await ask(), 404, 'not_found')
  })

  it('API-10 asked too often is told to wait, and others are not', async () => {
    for (let i = 0; i < 60; i += 1) await ask()
    const answer = await ask()
    expectProblem(answer, 429, 'too_many_attempts')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask(foreign(), berta.cookie)).statusCode).toBe(200)
  })
})

it.each(['-1', '999999', '', 'a', '1'.repeat(21)])(
  'API-11 whose session has ended is told that and nothing else: sn=%j',
  async (sn) => {
    await test.post('/api/auth/logout/', { refresh: anna.refresh })
    expectProblem(await ask(sn), 401, 'session_required')
    expectProblem(await test.start(anna.cookie, sn), 401, 'session_required')
    const other = multipart([
      ['sn', sn],
      ['update', '2'],
    ])
    expectProblem(await test.start(anna.cookie, sn, other), 401, 'session_required')
  },
)

describe('whether there is an update', () => {
  it('API-10 UPD-08 says what there is, chip by chip', async () => {
    expect((await ask()).json()).toEqual({
      ...{ new_update: true, update_started: false, page: 0, total_updates: 2 },
      updates: { bms: { new_update: true }, gateway: { new_update: true } },
    })
    expect((await ask(other())).json()).toEqual({
      ...{ new_update: false, update_started: false, page: 0, total_updates: 0, updates: {} },
    })
  })

  it('API-08 the main service lists those of the caller that have one', async () => {
    const list = () => test.get('/api/v1/has_update?sn=1', anna.access)
    const all = z.record(z.string(), z.looseObject({ page: z.int() })).parse((await list()).json())
    expect(Object.keys(all)).toEqual([mine()])
    expectProblem(await test.get('/api/v1/has_update?sn=1'), 401, 'session_required')
  })

  it('ENT-02 the current data say the same, and change with it', async () => {
    const data = async () =>
      z
        .array(z.record(z.string(), z.looseObject({})))
        .parse((await test.get('/api/auth/data/', anna.access)).json())
        .find((entry) => mine() in entry)?.[mine()]
    expect(await data()).toMatchObject({
      ...{
        updatable: true,
        avalable_updates: 2,
        total_updates: 2,
        update_started: false,
        update_progress: 0,
      },
    })
    await test.start(anna.cookie, mine())
    const id = (await test.unit(mine()).action()) ?? ''
    await test.unit(mine()).download(id)
    await vi.waitFor(async () =>
      expect(await data()).toMatchObject({ update_started: true, update_progress: 90 }),
    )
    await test.unit(mine()).installed(id)
    await vi.waitFor(async () =>
      expect(await data()).toMatchObject({ avalable_updates: 1, total_updates: 2, update_progress: 100 }),
    )
  })
})

describe('the start', () => {
  it('UPD-10 begins the first chip of all, and says what is pending', async () => {
    const answer = await test.start(anna.cookie, mine())
    expect(answer.json()).toEqual({ updates: { bms: { new_update: true }, gateway: { new_update: true } } })
    expect(await actions()).toEqual(['waiting', 'planned'])
    expect((await ask()).json()).toMatchObject({ new_update: true, update_started: false, page: 0 })
  })

  it('UPD-10 where there is nothing to install is refused', async () => {
    expectProblem(await test.start(anna.cookie, other()), 409, 'no_update')
  })

  it('UPD-10 a hundred at once, from many sessions, are one', async () => {
    const email = `anna${round}@example.org`
    const sessions: string[] = []
    for (let i = 0; i < 4; i += 1) sessions.push((await test.enter(email)).cookie)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => test.start(sessions[i % 4] ?? '', mine())),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10)
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 429]))
    expect(new Set(answers.filter((a) => a.statusCode === 200).map(({ body }) => body)).size).toBe(1)
    expect(await actions()).toEqual(['waiting', 'planned'])
  })

  it('UPD-10 the database itself allows one update at a time', async () => {
    await test.start(anna.cookie, mine())
    await expect(
      test.db.run(`update update_action set state = 'waiting', deadline = now() where system = $1`, [
        anna.systems[0],
      ]),
    ).rejects.toThrow(/update_one_at_a_time/)
  })

  it('UPD-10 more often than five times a minute is told to wait', async () => {
    for (let i = 0; i < 5; i += 1) expect((await test.start(anna.cookie, mine())).statusCode).toBe(200)
    expectProblem(await test.start(anna.cookie, mine()), 429, 'too_many_attempts')
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
    const answer = await test.inject({
      ...{ method: 'POST', url: '/api/v1/update/' },
      ...made,
      headers: { cookie: anna.cookie, ...made.headers },
    })
    expect({ status: answer.statusCode, code: answer.json().code }).toEqual({ status, code })
    expect(await actions()).toEqual([])
  })

  it('UPD-13 after one that nobody began in time is a new one', async () => {
    await test.start(anna.cookie, mine())
    test.clock.skip(61 * MINUTE)
    anna = { ...anna, ...(await test.enter(`anna${round}@example.org`)) }
    await test.say(anna.systems[0] ?? 0, { bms: '2.4.0', gateway: '3.1.0' })
    expect((await ask()).json()).toMatchObject({ page: -1, new_update: true, update_started: false })
    expect((await test.start(anna.cookie, mine())).statusCode).toBe(200)
    expect((await ask()).json()).toMatchObject({ page: 0, new_update: true })
    const states = await test.db.rows(
      z.object({ state: z.string() }),
      'select state from update_action where system = $1 order by id',
      [anna.systems[0]],
    )
    expect(states.map(({ state }) => state)).toEqual(['interrupted', 'planned', 'waiting', 'planned'])
  })
})
