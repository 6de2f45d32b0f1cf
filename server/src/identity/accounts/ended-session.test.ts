import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, PASSWORD, type TestApi, testApi } from '../../../test/api.ts'
import { connectionsWaiting } from '../../../test/database/locks.ts'
import { lockOwner } from '../../systems/owners.ts'
import { identityStore } from '../provider/store.ts'
import { sessionStore } from '../sessions/store.ts'

let count = 0
let api: TestApi
beforeAll(async () => {
  api = await testApi({ mail: { isReachable: async () => true } })
})
afterAll(() => api.close())

it.each([
  [
    'change the password',
    '/api/auth/user/',
    { password: 'Keller-voller-Sonne-2', current_password: PASSWORD },
  ],
  ['change the address', '/api/auth/user/', { email: 'thief@example.org', current_password: PASSWORD }],
  ['delete the account', '/api/auth/remove_customer/', { password: PASSWORD }],
  ['unlink the sign-in', '/api/auth/provider/unlink/', { password: PASSWORD }],
])('AUT-06 SET-03 a session that a reset ends meanwhile does not %s', async (_what, path, form) => {
  count += 1
  const email = `anna${count}@example.org`
  const { owner } = await api.owner(email)
  const { access } = await api.signIn(email)
  const now = new Date()
  await identityStore(api.db).link({ issuer: 'https://op.example', subject: email }, owner, now)
  const state = () =>
    api.db.row(
      z.object({ email: z.string(), hash: z.string(), links: z.int(), waiting: z.int() }),
      `select email, password_hash as hash, (select count(*)::int from identity where owner = owner.id) as links,
         (select count(*)::int from email_link where owner = owner.id) as waiting from owner where id = $1`,
      [owner],
    )
  const before = await state()
  const asked = await api.db.transaction(async (sql) => {
    await lockOwner(sql, owner)
    const answer = api.post(path, form, { headers: { authorization: `Bearer ${access}` } })
    await expect.poll(() => connectionsWaiting(sql)).toBe(1)
    await sessionStore(sql).endAll(owner)
    return { answer }
  })
  expectProblem(await asked.answer, 401, 'session_required')
  expect(await state()).toEqual(before)
})
