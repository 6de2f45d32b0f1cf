import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApi, testApi } from '../../../test/api.ts'
import { answerOf, faultsAt } from '../../../test/document-check.ts'
import { endpoints } from './endpoints.ts'

/** What reads need beyond their path. */
const queries: Readonly<Record<string, string>> = {
  getGraph: 'sn=1001&interval=Day&from_date=2026-06-18',
  getApexChart: 'sn=1001&days=2',
  getSocData: 'sn=1001&days=2',
  getSocDataBare: 'sn=1001&days=2',
  getCalendar: 'sn=-1&from_date=2026-06-18',
  getBalance: 'sn=1001',
  getForecast: 'sn=-1',
  getRunway: 'sn=1001',
  getForecastRecord: 'sn=1001&day=2026-06-18',
  getForecastQuality: 'sn=1001',
  getPlace: 'sn=1001',
  getBatteryHealth: 'sn=1001',
  getPassport: 'sn=1001',
  listPassportLinks: 'sn=1001',
  getCounterJumps: 'sn=-1',
  getEvents: 'sn=-1&from_date=2026-06-18&until_date=2026-06-19',
  listCorrections: 'sn=1001',
  listImports: 'sn=1001',
  listCommands: 'sn=1001',
  listHasUpdate: 'sn=1',
  getUpdate: 'sn=1001',
  listUpdates: 'sn=1001',
}
const reads = endpoints.filter(
  ({ endpoint: { method, auth, stream, download, params } }) =>
    method === 'GET' && auth !== 'cookie' && !stream && !download && !params,
)

let api: TestApi
let access: string
beforeAll(async () => {
  api = await testApi()
  const { systems } = await api.owner('answers@example.org', ['1001', '1002'])
  for (const system of systems) await api.publish(system, -1210)
  access = (await api.signIn('answers@example.org')).access
})
afterAll(() => api.close())

describe('real answers', () => {
  it.each(reads)('API-13 of $name are as the document says', async ({ name, endpoint: { path } }) => {
    const answer = await api.get(`${path}?${queries[name] ?? ''}`, access)
    expect(answer.statusCode).toBe(200)
    expect(faultsAt(answerOf(path), answer.json())).toEqual([])
  })

  it('API-13 would not fit if a field had another type', async () => {
    const [record] = (await api.get('/api/auth/data/', access)).json()
    expect(faultsAt(answerOf('/api/auth/data/'), [record])).toEqual([])
    expect(
      faultsAt(answerOf('/api/auth/data/'), [{ 1001: { ...record['1001'], grid_power: 'much' } }]),
    ).not.toEqual([])
  })
})
