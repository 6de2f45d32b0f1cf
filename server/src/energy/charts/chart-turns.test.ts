import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testApi } from '../../../test/api.ts'
import { wrong } from '../../../test/set-up/corrections.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { openChartTurns } from './chart-worker.ts'

it('CHT-08 F14 an owner has one question at a time in the thread of charts, whatever they and their links ask', async () => {
  const asked: string[] = []
  let [running, most] = [0, 0]
  const api = await testApi({
    answering: () => ({
      turns: openChartTurns(),
      async answer({ of }) {
        asked.push(of)
        running += 1
        most = Math.max(most, running)
        for (let i = 0; i < 10; i++) await turn()
        running -= 1
        throw new ApiError('unavailable', { retryAfter: 2 })
      },
      close: async () => undefined,
    }),
  })
  await api.owner('anna@example.org', ['1001'])
  const { access } = await api.signIn('anna@example.org')
  const get = (path: string) => api.get(`/api/auth/${path}sn=1001`, access)
  const post = (path: string, form: Record<string, string>) =>
    api.post(`/api/auth/${path}`, { ...form, sn: '1001' }, { headers: { authorization: `Bearer ${access}` } })
  const link = await post('battery_passport/links/', { lasts: 'day', with_serial: 'false' })
  const { token } = z.object({ token: z.string() }).parse(link.json())

  const responses = await Promise.all([
    get('battery_health/?'),
    get('battery_passport/?'),
    get('calendar/?from_date=2026-06-01&'),
    post('correction/preview/', wrong('09:00', '10:00')),
    api.post('/api/passport/', { token }),
  ])
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 503))
  expect(asked).toEqual(expect.arrayContaining(['calendar', 'correction', 'health', 'health', 'health']))
  expect(most).toBe(1)
  await api.close()
})
