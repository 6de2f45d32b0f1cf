import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectProblem, PASSWORD, SECRET, type TestApi, testApi } from '../../../test/api.ts'
import { deriveKey } from '../../platform/derive.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Limit } from '../../platform/rate-limits/limits.ts'
import { rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { createPasswordCheck } from './password-check.ts'

const ANNA = 'anna@example.org'
const NEW = 'Keller-voller-Sonne-2'

let api: TestApi
let owner: string
let access: string
beforeAll(async () => {
  api = await testApi({ mail: { isReachable: async () => true } })
})
beforeEach(async () => {
  await api.db.run('delete from attempt')
  await api.db.run('delete from owner')
  owner = (await api.owner(ANNA)).owner
  access = (await api.signIn(ANNA)).access
})
afterAll(() => api.close())

const change = (form: Record<string, string>) =>
  api.post('/api/auth/user/', form, { headers: { authorization: `Bearer ${access}` } })
const use = (limit: Limit, times: number) =>
  rateLimits(api.db, deriveKey(SECRET, 'attempt')).begin([{ limit, who: owner, times }], api.now())

describe.each([
  ['password_change', 10, { password: NEW }],
  ['email_change', 3, { email: 'new@example.org' }],
] as const)('%s', (limit, most, form) => {
  it('SET-03 API-14 is counted before a password is checked, however right that is', async () => {
    await use(limit, most)
    for (const current_password of ['wrong', PASSWORD])
      expectProblem(await change({ ...form, current_password }), 429, 'too_many_attempts')
  })

  it('SET-03 does not count if the password was wrong', async () => {
    await use(limit, most - 1)
    for (let i = 0; i < 3; i += 1)
      expectProblem(await change({ ...form, current_password: 'wrong' }), 403, 'password_wrong')
    expect((await change({ ...form, current_password: PASSWORD })).statusCode).toBe(200)
  })
})

it('SET-03 does not count a password for which there was no turn', async () => {
  const full = async () => {
    throw new ApiError('unavailable', { retryAfter: 5 })
  }
  const check = createPasswordCheck({ db: api.db, now: api.now, secret: SECRET, turns: { run: full } })
  const call = {
    caller: { owner, session: '0b0e6b9e-5d0c-4c6f-8d57-3b3e1a2f4c5d' },
    request: { ip: '192.0.2.1' },
    reply: { raw: new PassThrough() },
    aside: <A>(wait: () => Promise<A>) => wait(),
  }
  await expect(check(call, PASSWORD)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await api.db.run('select from attempt')).toBe(0)
})
