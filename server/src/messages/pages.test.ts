import { statePayload } from '@kellersonne/contract/telemetry/device'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApi, testApi } from '../../test/api.ts'
import { storeBatch } from '../app/roles/store-batch.ts'
import { systemStore } from '../systems/store.ts'
import { messagePages } from './pages.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

it('SET-06 AUT-12 whoever reads slowly sees no message of the time after a system has become another owner’s', async () => {
  const { owner, systems } = await api.owner('anna@example.org', ['1001'])
  const begun = new Date(Math.floor(api.now().getTime() / 1000) * 1000)
  const report = async (seconds: number, error: number) => {
    const at = new Date(begun.getTime() + seconds * 1000).toISOString()
    const state = statePayload.parse({ status: 'on', message2: [], errors: [{ code: error, at }], at })
    await storeBatch(api.db, [{ kind: 'state', system: systems[0] ?? 0, receivedAt: state.at, state }])
  }
  await report(-60, 4114)
  const [owned] = await systemStore(api.db).everOwnedBy(owner)
  if (!owned) throw new Error('nothing is owned')
  await report(10, 4115)
  const asOf = async (now: Date) => {
    const found = []
    for await (const page of messagePages(api.db, owned, now)) found.push(...page)
    return found
  }
  expect(await asOf(begun)).toMatchObject([{ code: '4114', resolved_at: null }])
  const later = await asOf(new Date(begun.getTime() + 60_000))
  expect(later).toMatchObject([{ code: '4114', resolved_at: expect.any(String) }, { code: '4115' }])
})
