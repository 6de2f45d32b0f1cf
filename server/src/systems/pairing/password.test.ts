import { getPairing, startPairing } from '@kellersonne/contract/systems/pairing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectProblem, PASSWORD, type TestApi, testApi } from '../../../test/api.ts'
import { connectionsWaiting } from '../../../test/database/locks.ts'
import { removeOwnerIn } from '../../identity/accounts/deletion.ts'
import { sessionStore } from '../../identity/sessions/store.ts'
import type { Sql } from '../../platform/db/database.ts'
import { lockOwner } from '../owners.ts'

const PAIRING = '/api/auth/usr_sn/pairing/'
let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

it('GWY-20 AUT-18 a pairing code is void once the password is another: a stranger may have asked for it', async () => {
  await api.owner('anna@example.org')
  const { access } = await api.signIn('anna@example.org')
  const more = { headers: { authorization: `Bearer ${access}` } }
  const started = await api.post(PAIRING, { time_zone: 'Europe/Vienna' }, more)
  const { pairing_code } = startPairing.response.parse(started.json())
  const change = { password: 'Ganz-neuer-Keller-7', current_password: PASSWORD }
  expect((await api.post('/api/auth/user/', change, more)).statusCode).toBe(200)
  expectProblem(
    await api.post('/api/gateways/', { pairing_code, secret: 'a'.repeat(43) }),
    410,
    'pairing_invalid',
  )
  expect(getPairing.response.parse((await api.get(PAIRING, access)).json())).toMatchObject({ until: null })
})

it('GWY-20 AUT-18 after a change of the password, an access token of before makes no pairing code, and one that is issued then does', async () => {
  await api.owner('bert@example.org')
  const { access, refresh } = await api.signIn('bert@example.org')
  const start = (token: string) =>
    api.post(PAIRING, { time_zone: 'Europe/Vienna' }, { headers: { authorization: `Bearer ${token}` } })
  api.clock.skip(2000)
  const change = { password: 'Ganz-neuer-Keller-7', current_password: PASSWORD }
  const headers = { authorization: `Bearer ${access}` }
  expect((await api.post('/api/auth/user/', change, { headers })).statusCode).toBe(200)
  expectProblem(await start(access), 401, 'session_required')
  const renewed = (await api.refresh(refresh)).json()
  expect((await start(renewed.access)).statusCode).toBe(200)
})

it.each([
  ['session ends', (sql: Sql, owner: string) => sessionStore(sql).endAll(owner)],
  ['account is deleted', (sql: Sql, owner: string) => removeOwnerIn(sql, owner, new Date())],
])('GWY-20 AUT-18 no pairing code is made if the %s meanwhile', async (what, end) => {
  const email = `${what.replaceAll(' ', '-')}@example.org`
  const { owner } = await api.owner(email)
  const { access } = await api.signIn(email)
  const asked = await api.db.transaction(async (sql) => {
    await lockOwner(sql, owner)
    const headers = { authorization: `Bearer ${access}` }
    const answer = api.post(PAIRING, { time_zone: 'Europe/Vienna' }, { headers })
    await expect.poll(() => connectionsWaiting(sql)).toBe(1)
    await end(sql, owner)
    return { answer }
  })
  expectProblem(await asked.answer, 401, 'session_required')
  expect(await api.db.run('select from pairing where owner = $1', [owner])).toBe(0)
})
