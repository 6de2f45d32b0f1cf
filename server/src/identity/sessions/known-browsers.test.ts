import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, PASSWORD, type TestApi, testApi } from '../../../test/api.ts'
import { hashPassword } from '../accounts/password.ts'
import { accountStore } from '../accounts/store.ts'

const ANNA = 'anna@example.org'
const HOME = '192.0.2.1'
const NEW_PASSWORD = 'Sonne-im-Keller-2'

let api: TestApi
let owner: string
beforeAll(async () => {
  api = await testApi({ trustProxy: true })
})
beforeEach(async () => {
  await api.db.run('delete from attempt')
  await api.db.run('delete from owner')
  owner = (await api.owner(ANNA)).owner
})
afterAll(() => api.close())

const from = (network: string, cookie: string) => ({ 'x-forwarded-for': network, ...(cookie && { cookie }) })
const enter = (password: string, network: string, cookie = '') =>
  api.post('/api/auth/token/', { email: ANNA, password }, { headers: from(network, cookie) })
type Answer = Awaited<ReturnType<typeof enter>>
const cookieOf = ({ headers }: Answer) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .find((one) => one.startsWith('__Secure-kellersonne_device='))
    ?.split(';')[0] ?? ''
const tokensOf = (answer: Answer) => z.object({ access: z.string() }).parse(answer.json())

/** Fails until the network has no attempts left for this account. */
async function useUp(network: string) {
  for (let i = 0; i < 5; i++) await enter('wrong', network)
  expectProblem(await enter('wrong', network), 429, 'too_many_attempts')
}

describe('a known browser', () => {
  it('AUT-13 is a stranger after the password was changed, but by the cookie that it got for that', async () => {
    const signedIn = await enter(PASSWORD, HOME)
    const before = cookieOf(signedIn)
    const { access } = tokensOf(signedIn)
    const changed = await api.post(
      '/api/auth/user/',
      { current_password: PASSWORD, password: NEW_PASSWORD },
      { headers: { ...from(HOME, before), authorization: `Bearer ${access}` } },
    )
    expect(changed.statusCode).toBe(200)
    await useUp('198.51.100.1')
    expectProblem(await enter(NEW_PASSWORD, '198.51.100.1', before), 429, 'too_many_attempts')
    // Nor does the change lock out the browser that made it.
    expect((await enter(NEW_PASSWORD, HOME, before)).statusCode).toBe(200)
    expect((await enter(NEW_PASSWORD, '198.51.100.1', cookieOf(changed))).statusCode).toBe(200)
  })

  it('AUT-13 is a stranger after any other change of password', async () => {
    const cookie = cookieOf(await enter(PASSWORD, HOME))
    await accountStore(api.db).change(owner, { passwordHash: await hashPassword(NEW_PASSWORD) }, api.now())
    await useUp('198.51.100.1')
    expectProblem(await enter(NEW_PASSWORD, '198.51.100.1', cookie), 429, 'too_many_attempts')
    expect(cookieOf(await enter(NEW_PASSWORD, HOME, cookie))).not.toBe('')
  })

  it('AUT-13 counts as unknown for the day after fifty failures of all known browsers', async () => {
    const cookies: string[] = []
    for (let i = 0; i < 12; i++) cookies.push(cookieOf(await enter(PASSWORD, HOME)))
    const [last = '', spare = '', ...others] = cookies
    await useUp('198.51.100.1')
    for (const cookie of others)
      for (let i = 0; i < 5; i++)
        expectProblem(await enter('wrong', '198.51.100.1', cookie), 401, 'credentials_wrong')
    expectProblem(await enter(PASSWORD, '198.51.100.1', last), 429, 'too_many_attempts')
    const unknown = await enter(PASSWORD, '198.51.100.2', last)
    expect(unknown.statusCode).toBe(200)
    // The browser keeps its cookie.
    expect(cookieOf(unknown)).toBe('')
    api.clock.skip(24 * 60 * 60_000)
    await useUp('198.51.100.1')
    expect((await enter(PASSWORD, '198.51.100.1', spare)).statusCode).toBe(200)
  })
})
