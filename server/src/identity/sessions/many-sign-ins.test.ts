import { randomUUID } from 'node:crypto'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PASSWORD, type TestApi, testApi } from '../../../test/api.ts'
import { accountStore } from '../accounts/store.ts'
import { createSignIn } from './sign-in.ts'

const HOUR = 3_600_000
const ANNA = 'anna@example.org'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

it('AUT-13 whoever signs in more than sixty times an hour waits with those who are not known, and gets in', async () => {
  await api.owner(ANNA)
  const account = await accountStore(api.db).byEmail(ANNA)
  let known = 0
  const enter = await createSignIn(
    api.db,
    Buffer.alloc(32),
    async () => randomUUID(),
    async () => ({ account, attempt: [], isKnown: true }),
    {
      run(_, check) {
        known += 1
        return check()
      },
    },
    api.now,
  )
  const app = fastify()
  const form = { email: ANNA, password: PASSWORD, stay_logged_in: false }
  app.post('/', (request, reply) => enter(form, request, reply))
  const signIn = async () => (await app.inject({ method: 'POST', url: '/' })).statusCode
  for (let i = 0; i < 62; i += 1) expect(await signIn()).toBe(200)
  expect(known).toBe(60)
  api.clock.skip(HOUR)
  expect(await signIn()).toBe(200)
  expect(known).toBe(61)
  await app.close()
})
