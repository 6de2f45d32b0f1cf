import { randomUUID } from 'node:crypto'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, PASSWORD, type TestApi, testApi } from '../../../test/api.ts'
import { accountStore } from '../accounts/store.ts'
import { createSignIn } from './sign-in.ts'

const HOUR = 3_600_000
const ANNA = 'anna@example.org'
const BERT = 'bert@example.org'
const HOME = '192.0.2.1'
const OTHER = 'Ganz-neuer-Keller-7'

const tokens = z.object({ access: z.string(), refresh: z.string() })

let api: TestApi
beforeAll(async () => {
  api = await testApi({ trustProxy: true })
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
    async () => ({ account, attempt: [], from: HOME, isKnown: true }),
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

it('AUT-13 an account is signed in to 300 times an hour from one network or known browser in it, and then elsewhere or by another password', async () => {
  await api.owner(BERT)
  const enter = (from = HOME, password = PASSWORD, cookie = '') =>
    api.post(
      '/api/auth/token/',
      { email: BERT, password },
      { headers: { 'x-forwarded-for': from, ...(cookie && { cookie }) } },
    )
  const cookie = [(await enter('192.0.2.3')).headers['set-cookie'] ?? []]
    .flat()
    .flatMap((one) => one.match(/^__Secure-kellersonne_device=[^;]+/) ?? [])[0]
  for (let i = 1; i < 300; i += 1) expect((await enter()).statusCode).toBe(200)
  const { refresh } = tokens.parse((await enter()).json())
  const refused = await enter()
  expectProblem(refused, 429, 'too_many_attempts')
  const wait = Number(refused.headers['retry-after'])
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(HOUR / 1000)
  expect((await api.refresh(refresh)).statusCode).toBe(200)
  expect((await enter('192.0.2.2')).statusCode).toBe(200)
  for (let i = 0; i < 300; i += 1) expect((await enter(HOME, PASSWORD, cookie)).statusCode).toBe(200)
  expectProblem(await enter(HOME, PASSWORD, cookie), 429, 'too_many_attempts')
  expect((await enter('192.0.2.2', PASSWORD, cookie)).statusCode).toBe(200)

  expectProblem(await enter(), 429, 'too_many_attempts')
  const headers = { authorization: `Bearer ${tokens.parse((await enter('192.0.2.2')).json()).access}` }
  await api.post('/api/auth/user/', { password: OTHER, current_password: PASSWORD }, { headers })
  expect((await enter(HOME, OTHER)).statusCode).toBe(200)
})

it('AUT-13 wrong passwords use up none of the sign-ins of a network', async () => {
  const email = 'carla@example.org'
  await api.owner(email)
  const enter = async (password = PASSWORD) =>
    (await api.post('/api/auth/token/', { email, password }, { headers: { 'x-forwarded-for': HOME } }))
      .statusCode
  for (let i = 0; i < 298; i += 1) expect(await enter()).toBe(200)
  for (let i = 0; i < 4; i += 1) expect(await enter('wrong')).toBe(401)
  expect([await enter(), await enter(), await enter()]).toEqual([200, 200, 429])
})
