import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { rangeOf } from '@kellersonne/core/energy/charts'
import { TOTAL } from '@kellersonne/core/systems/systems'
import { dayOf } from '@kellersonne/core/time/days'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testApi } from '../../../test/api.ts'
import { wrong } from '../../../test/set-up/corrections.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { openChartTurns } from './chart-turns.ts'

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
    get('forecast/runway/?'),
    get('battery_passport/?'),
    get('calendar/?from_date=2026-06-01&'),
    post('correction/preview/', wrong('09:00', '10:00')),
    api.post('/api/passport/', { token }),
  ])
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 503))
  expect(asked).toEqual(
    expect.arrayContaining(['calendar', 'correction', 'health', 'health', 'health', 'runway']),
  )
  expect(most).toBe(1)
  await api.close()
})

/** Questions about the month of some systems, each of which is computed until the test ends it. */
function asking() {
  let now = 0
  const turns = openChartTurns(() => now)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ownSystem = (id: number): OwnedSystem => {
    const since = new Date('2026-01-01T00:00:00Z')
    const sn = serialNumber.parse(String(1001 + id))
    return { id, sn, phase: 1, time_zone: 'Europe/Berlin', since, visible_from: since, name: null }
  }
  const one = ownSystem(0)
  const range = rangeOf(dayOf(one.since, one.time_zone), 'month', one.time_zone)
  /** Returns whose questions have begun since the last look. */
  async function news() {
    await turn()
    return begun.splice(0)
  }
  return {
    news,
    pass: (ms: number) => {
      now += ms
    },
    ask(owner: string, count: number) {
      const raw = new PassThrough()
      const systems = [one, ...Array.from({ length: count - 1 }, (_, i) => ownSystem(i + 1))] as const
      const question = { of: 'calendar', systems, sn: TOTAL, range } as const
      const answer = turns.run({ caller: { owner }, reply: { raw } }, question, () => {
        begun.push(owner)
        return new Promise<void>((resolve) => ends.set(owner, resolve))
      })
      void answer.then(() => raw.destroy())
    },
    async ended(owner: string) {
      ends.get(owner)?.()
      return news()
    },
  }
}

it('CHT-08 F14 questions about years of many systems leave room for modest ones, and those about less go first', async () => {
  const { ask, news, ended } = asking()
  for (const owner of ['anna', 'bert', 'cora']) ask(owner, 20)
  ask('dora', 18)
  ask('emma', 1)
  expect(await news()).toEqual(['anna', 'bert', 'emma'])
  ask('fred', 1)
  expect(await ended('emma')).toEqual(['fred'])
  expect(await ended('anna')).toEqual(['dora'])
  expect(await ended('bert')).toEqual(['cora'])
})

it('CHT-08 F14 many modest questions are as much as a large one, until some time has passed', async () => {
  const { ask, news, ended, pass } = asking()
  const many = ['anna', 'bert', 'cora']
  for (let i = 0; i < 5; i++)
    for (const owner of many) {
      ask(owner, 12)
      expect(await news()).toEqual([owner])
      await ended(owner)
    }
  for (const owner of many) ask(owner, 12)
  ask('emma', 12)
  expect(await news()).toEqual(['anna', 'bert', 'emma'])
  for (const owner of ['anna', 'emma', 'bert', 'cora']) await ended(owner)
  pass(60_000)
  for (const owner of many) ask(owner, 12)
  expect(await news()).toEqual(many)
})
