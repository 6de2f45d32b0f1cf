import { getPairing, startPairing } from '@kellersonne/contract/systems/pairing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectProblem, PASSWORD, type TestApi, testApi } from '../../../test/api.ts'

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
