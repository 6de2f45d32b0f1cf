import { startPairing } from '@kellersonne/contract/systems/pairing'
import { listSystems } from '@kellersonne/contract/systems/systems'
import { eventually } from '@kellersonne/testing/eventually'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, type TestApi, testApi } from '../../../test/api.ts'

const counted = z.object({ count: z.int() })
const ANNA = 'anna@example.org'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
  await api.owner(ANNA, ['1001'])
})
afterAll(() => api.close())

it('AUT-05 API-02 a call that waits for its turn is refused once its session has ended', async () => {
  const { access } = await api.signIn(ANNA)
  const headers = { authorization: `Bearer ${access}` }
  const read = () => api.app.inject({ url: listSystems.path, headers })
  expect((await read()).statusCode).toBe(200)
  const answers = await api.db.transaction(async (sql) => {
    await sql.run('lock table storage_system in access exclusive mode')
    const calls = [
      ...Array.from({ length: 2 }, read),
      api.post(startPairing.path, { time_zone: 'Europe/Berlin' }, { headers }),
      api.app.inject({ url: '/api/auth/export/', headers }),
    ]
    const inTurn = 'select count(*)::integer as count from pg_locks where not granted'
    await eventually(async () => expect((await sql.row(counted, inTurn))?.count).toBe(2))
    await api.db.run('delete from session')
    api.clock.skip(1000)
    return calls
  })
  const [first, , pairing, exported] = await Promise.all(answers)
  expect(first?.statusCode).toBe(200)
  for (const answer of [pairing, exported]) if (answer) expectProblem(answer, 401, 'session_required')
})
