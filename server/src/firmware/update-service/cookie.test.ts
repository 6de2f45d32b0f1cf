import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto'
import { type JWTHeaderParameters, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { expectProblem, PASSWORD, SECRET } from '../../../test/api.ts'
import { updatingOwners } from '../../../test/set-up/updates.ts'
import { updateCookie } from '../../identity/sessions/update-cookie.ts'
import { deriveKeyPair } from '../../platform/key-pair.ts'

const { anna, ask, berta, email, mine, updates } = updatingOwners()

const NAME = '__Secure-kellersonne_update'

describe('the cookie', () => {
  it('API-11 comes with every token, for the update service of the whole domain and no script', async () => {
    expect(anna().set).toMatch(
      /^__Secure-kellersonne_update=[\w-]+\.[\w-]+\.[\w-]+; Max-Age=900; Domain=example; Path=\/api\/v1; Secure; HttpOnly; SameSite=Strict$/,
    )
    const refreshed = await updates().refresh(anna().refresh)
    const again = String(refreshed.headers['set-cookie']).split(';')[0] ?? ''
    expect((await ask(mine(), again)).statusCode).toBe(200)
  })

  it('API-11 is dropped where the session ends, and set nowhere else', async () => {
    const gone = new RegExp(
      `^${NAME}=; Max-Age=0; Domain=example; Path=/api/v1; Secure; HttpOnly; SameSite=Strict$`,
    )
    expect((await updates().get('/api/auth/usr_sn/', anna().access)).headers['set-cookie']).toBeUndefined()
    expect((await updates().refresh('x'.repeat(48))).headers['set-cookie']).toMatch(gone)
    const out = await updates().post('/api/auth/logout/', { refresh: anna().refresh })
    expect(out.headers['set-cookie']).toMatch(gone)
    const removed = await updates().post(
      '/api/auth/remove_customer/',
      { password: PASSWORD },
      { headers: { authorization: `Bearer ${berta().access}` } },
    )
    expect(removed.headers['set-cookie']).toMatch(gone)
  })

  it('API-11 is not bound to https on this machine alone', async () => {
    const { write } = updateCookie(SECRET, { PUBLIC_URL: 'http://localhost:8080' }, updates().now)
    const set = await write({ owner: anna().owner, session: randomUUID() })
    expect(set).toMatch(/^kellersonne_update=[^;]+; Max-Age=900; Path=\/api\/v1; HttpOnly; SameSite=Strict$/)
  })

  it.each<[string, (email: string) => Promise<unknown>]>([
    ['signing out', () => updates().post('/api/auth/logout/', { refresh: anna().refresh })],
    [
      'a changed password elsewhere',
      async (email) => {
        const { access } = await updates().enter(email)
        return updates().post(
          '/api/auth/user/',
          { password: 'Ganz-anders-9', current_password: PASSWORD },
          { headers: { authorization: `Bearer ${access}` } },
        )
      },
    ],
    [
      'deletion',
      async (email) => {
        const { access } = await updates().enter(email)
        return updates().post(
          '/api/auth/remove_customer/',
          { password: PASSWORD },
          { headers: { authorization: `Bearer ${access}` } },
        )
      },
    ],
  ])('API-11 is worth nothing at once after %s', async (_, end) => {
    expect((await ask()).statusCode).toBe(200)
    await end(email())
    expectProblem(await ask(), 401, 'session_required')
    expectProblem(await updates().start(anna().cookie, mine()), 401, 'session_required')
  })

  const keys = deriveKeyPair(SECRET, 'update cookie')
  const seconds = () => Math.floor(updates().now().getTime() / 1000)
  const part = (i: number): Record<string, unknown> =>
    JSON.parse(Buffer.from(anna().cookie.split(/[=.]/)[i + 1] ?? '', 'base64url').toString())
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
    'an access token': () => anna().access,
    'a refresh token': () => anna().refresh,
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
    "another owner's session": () => signed({ sid: part(1)['sid'], sub: berta().owner }),
    'an unknown session': () => signed({ sid: randomUUID() }),
    nothing: () => '',
  }
  it.each(Object.keys(forged))('API-11 forged is refused: %s', async (name) => {
    const value = await forged[name]?.()
    expectProblem(await ask(mine(), `${NAME}=${value}`), 401, 'session_required')
    expectProblem(await updates().start(`${NAME}=${value}`, mine()), 401, 'session_required')
  })
  it('API-11 genuine is taken, and no Bearer', async () => {
    expect((await ask(mine(), `a=b; ${NAME}=${await signed({ jti: randomUUID() })}`)).statusCode).toBe(200)
    const token = anna().cookie.split('=')[1] ?? ''
    expectProblem(await updates().get('/api/auth/usr_sn/', token), 401, 'session_required')
    expectProblem(
      await ask(mine(), null, { authorization: `Bearer ${anna().access}` }),
      401,
      'session_required',
    )
  })
})
