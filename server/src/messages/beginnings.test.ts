import { type StateMessage, statePayload } from '@kellersonne/contract/telemetry/device'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApi, testApi } from '../../test/api.ts'
import { unzip } from '../../test/unzip.ts'
import { storeBatch } from '../app/roles/store-batch.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

it('ENT-07 ENT-06 DSH-05 CHT-10 SET-06 an error begins at the instant that its entry names, wherever it is shown', async () => {
  const { systems } = await api.owner('anna@example.org', ['1001'])
  const { access } = await api.signIn('anna@example.org')
  const ago = (seconds: number) => new Date(Math.floor(api.now().getTime() / 1000 - seconds) * 1000)
  const report = async (seconds: number, fields: Partial<StateMessage>) => {
    const state = statePayload.parse({ status: 'on', ...fields, at: ago(seconds).toISOString() })
    await storeBatch(api.db, [{ kind: 'state', system: systems[0] ?? 0, receivedAt: state.at, state }])
  }
  await report(7200, { message2: [], errors: [] })
  await report(40, {})
  const began = ago(73).toISOString()
  await report(40 - 33, { errors: [{ code: 4114, at: began }] })

  const answer = async (path: string) => (await api.get(path, access)).json()
  expect(await answer('/api/auth/messages/')).toMatchObject({
    messages: [{ code: '4114', raised_at: began }],
  })
  expect(await answer('/api/auth/data/')).toMatchObject([{ '1001': { last_messages: [{ time: began }] } }])
  const day = (at: Date) => at.toISOString().slice(0, 10)
  const range = `from_date=${day(ago(86_400))}&until_date=${day(ago(-172_800))}`
  expect(await answer(`/api/auth/events/?sn=1001&${range}`)).toMatchObject({
    events: expect.arrayContaining([expect.objectContaining({ kind: 'message', from: began })]),
  })
  const files = await unzip((await api.get('/api/auth/export/', access)).rawPayload)
  expect(files.get('messages/1001.csv')).toContain(began)
})
