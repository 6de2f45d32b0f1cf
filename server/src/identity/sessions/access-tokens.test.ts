import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto'
import { type JWTHeaderParameters, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem, SECRET, type TestApi, testApi } from '../../../test/api.ts'
import { accessTokens } from './access-tokens.ts'
import { deriveKeys } from './keys.ts'

const LIST = '/api/auth/usr_sn/'
const MINUTE = 60_000
const keys = deriveKeys(SECRET)

let api: TestApi
let access: string
let refresh: string
beforeAll(async () => {
  api = await testApi()
  await api.owner('anna@example.org', ['1001', '1002'])
  ;({ access, refresh } = await api.signIn('anna@example.org'))
})
afterAll(() => api.close())

const part = (i: number): Record<string, unknown> =>
  JSON.parse(Buffer.from(access.split('.')[i] ?? '', 'base64url').toString())
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const seconds = () => Math.floor(api.now().getTime() / 1000)

/** The claims of a genuine token, modified, and signed with our own key unless another is given. */
const signed = (
  claims: Record<string, unknown>,
  header: Partial<JWTHeaderParameters> = {},
  key = keys.sign,
) =>
  new SignJWT({ ...part(1), ...claims })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: keys.kid, ...header })
    .sign(key)

/** A genuine token of exactly so many characters. */
async function ofLength(length: number): Promise<string> {
  for (const cty of ['', 'a', 'ab'])
    for (let pad = 0; pad < length; pad += 1) {
      const token = await signed({ pad: 'a'.repeat(pad) }, { cty })
      if (token.length === length) return token
      if (token.length > length) break
    }
  throw new Error(`no token of ${length} characters`)
}

describe('access tokens', () => {
  it('API-01 a genuine one is taken, in any case of the scheme', async () => {
    expect((await api.get(LIST, access)).statusCode).toBe(200)
    const lower = await api.app.inject({ url: LIST, headers: { authorization: `bearer ${access}` } })
    expect(lower.statusCode).toBe(200)
    expect((await api.get(LIST, await signed({ jti: randomUUID() }))).statusCode).toBe(200)
  })

  const stranger = generateKeyPairSync('ed25519')
  const forged: Record<string, () => string | Promise<string>> = {
    'algorithm none': () => `${encode({ ...part(0), alg: 'none' })}.${encode(part(1))}.`,
    'HS256 with the public key': () => {
      const body = `${encode({ ...part(0), alg: 'HS256' })}.${encode(part(1))}`
      const key = keys.verify.export({ format: 'pem', type: 'spki' })
      return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`
    },
    'another key': () => signed({}, {}, stranger.privateKey),
    "another key, brought along as 'jwk'": () =>
      signed({}, { jwk: stranger.publicKey.export({ format: 'jwk' }) }, stranger.privateKey),
    "another key, pointed to by 'jku' and 'x5u'": () =>
      signed({}, { jku: 'https://example.org/k', x5u: 'https://example.org/c' }, stranger.privateKey),
    'another key id': () => signed({}, { kid: 'other' }),
    'another type': () => signed({}, { typ: 'JWT' }),
    'another audience': () => signed({ aud: 'update' }),
    'another issuer': () => signed({ iss: 'other' }),
    'expired a second ago': () => signed({ exp: seconds() - 1 }),
    'not yet good': () => signed({ nbf: seconds() + 90 }),
    'issued in the future': () => signed({ iat: seconds() + 90 }),
    'no expiry': () => signed({ exp: undefined }),
    'no session': () => signed({ sid: undefined }),
    'an unknown session': () => signed({ sid: randomUUID() }),
    'altered claims': () => {
      const [head, , mark] = access.split('.')
      return `${head}.${encode({ ...part(1), sub: randomUUID() })}.${mark}`
    },
    'a refresh token': () => refresh,
    'nothing at all': () => '',
    'far too long': () => `${access}${'A'.repeat(10_000)}`,
  }
  it.each(Object.keys(forged))('API-01 refuses: %s', async (name) => {
    const answer = await api.get(LIST, await forged[name]?.())
    expectProblem(answer, 401, 'session_required')
    expect(answer.headers['www-authenticate']).toBe('Bearer')
  })

  it('API-01 accepts a genuine one of up to a thousand characters', async () => {
    expect((await api.get(LIST, await ofLength(1000))).statusCode).toBe(200)
    expectProblem(await api.get(LIST, await ofLength(1001)), 401, 'session_required')
  })

  it('API-01 accepts one issued in the future once that time has come', async () => {
    const tokens = accessTokens(keys)
    const at = api.now()
    const token = await tokens.issue({ owner: randomUUID(), session: randomUUID() }, at)
    expect(await tokens.read(token, new Date(at.getTime() - 2 * MINUTE))).toBe('forged')
    expect(await tokens.read(token, at)).toMatchObject({ until: expect.any(Date) })
  })

  it('API-01 refuses a call without a token', async () => {
    expectProblem(await api.get(LIST), 401, 'session_required')
  })

  it('API-01 lets a clock lag behind by less than a minute, but no token outlive its time', async () => {
    expect((await api.get(LIST, await signed({ nbf: seconds() + 30 }))).statusCode).toBe(200)
    const tokens = accessTokens(keys)
    const at = api.now()
    const token = await tokens.issue({ owner: randomUUID(), session: randomUUID() }, at)
    const later = (ms: number) => tokens.read(token, new Date(Math.floor(at.getTime() / 1000) * 1000 + ms))
    expect(await later(10 * MINUTE - 1)).toMatchObject({ until: expect.any(Date) })
    for (const minutes of [10, 11, 500]) expect(await later(minutes * MINUTE)).toBe('over')
  })
})
