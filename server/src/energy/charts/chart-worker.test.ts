import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Worker } from 'node:worker_threads'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { expectProblem, testApi } from '../../../test/api.ts'
import { cuttable } from '../../../test/database/cuttable.ts'
import { testDatabase } from '../../../test/database/database.ts'
import type { Question } from './answers.ts'
import { openChartTurns } from './chart-turns.ts'
import { createChartWorker } from './chart-worker.ts'

const PATHS = [
  '/api/auth/graph/?sn=-1&interval=Year&from_date=2025-06-01',
  '/api/auth/calendar/?sn=-1&from_date=2025-06-01',
  '/api/auth/events/?sn=-1&from_date=2025-06-01&until_date=2025-06-03',
  '/api/auth/apex_chart/?sn=1001&days=3',
  '/api/auth/get_soc_data/?sn=1001&days=3',
]

const SN = serialNumber.parse('1001')
const QUESTION: Question = {
  ...{ of: 'rows', sn: SN, names: ['m6'], days: 3 },
  system: {
    ...{ id: 1, sn: SN, phase: 1, time_zone: 'Europe/Berlin', name: null },
    ...{ since: new Date('2026-01-01'), visible_from: new Date('2026-01-01') },
  },
}

const closings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close()
})

/** The complete server, with charts computed in a thread whose database connection can be cut. */
async function aside() {
  const line = cuttable()
  const api = await testApi({
    answering(url) {
      const opened = line.through(url).then(createChartWorker)
      return {
        turns: openChartTurns(),
        answer: async (...asked) => (await opened).answer(...asked),
        close: async () => (await opened).close(),
      }
    },
  })
  closings.push(
    () => line.cut(),
    () => api.close(),
  )
  await api.owner('anna@example.org', ['1001', '1002'])
  const { access } = await api.signIn('anna@example.org')
  return { api, line, access, ask: (path = '') => api.get(path, access) }
}

describe('the thread of charts', () => {
  it('CHT-08 F14 answers whatever charts ask', async () => {
    const { ask } = await aside()
    const answers = await Promise.all(PATHS.map(ask))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(PATHS.map(() => 200))
    expect(answers[0]?.json()).toMatchObject({ sn: -1, interval: 'Year', from_date: '2025-01-01' })
    expect(answers[0]?.headers).toMatchObject({ 'cache-control': 'private, no-cache' })
  })

  it('CHT-08 F14 says that the database is away, and answers when it is back', async () => {
    const { ask, line } = await aside()
    expect((await ask(PATHS[0])).statusCode).toBe(200)
    await line.cut()
    expectProblem(await ask(PATHS[0]), 503, 'unavailable')
    await line.mend()
    await expect.poll(async () => (await ask(PATHS[0])).statusCode).toBe(200)
  })

  it('CHT-08 F14 does not blame the database for a fault of its own', async () => {
    const { ask, api } = await aside()
    await api.db.run('alter table quarter rename to quarter_gone')
    expectProblem(await ask(PATHS[3]), 500, 'internal')
    await api.db.run('alter table quarter_gone rename to quarter')
  })

  it('CHT-08 F14 refuses what it was asked when it ended, and another begins', async () => {
    // A database that accepts connections and never responds.
    const mute = createServer().listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const address = mute.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    const answering = createChartWorker(`postgres://nobody@127.0.0.1:${port}/nothing`)
    closings.push(
      async () => mute.close(),
      () => answering.close(),
    )
    for (let thread = 0; thread < 2; thread++) {
      const called = once(mute, 'connection')
      const waits = answering.answer(QUESTION, new Date())
      const refused = expect(waits).rejects.toMatchObject({ code: 'unavailable', detail: { retryAfter: 2 } })
      await called
      await answering.close()
      await refused
    }
  })

  it('CHT-08 F14 asks again what it was asked when it died, so that only the one to blame fails', async () => {
    const database = await testDatabase()
    const answering = createChartWorker(database.url)
    closings.push(
      () => database.close(),
      () => answering.close(),
    )
    const ask = () => Promise.allSettled([1, 2].map(() => answering.answer(QUESTION, new Date())))
    const kill = vi.fn((worker: Worker) => void worker.terminate())
    process.once('worker', kill)
    expect((await ask()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    await answering.close()
    kill.mockClear()
    process.on('worker', kill)
    closings.push(async () => process.off('worker', kill))
    const refused = { status: 'rejected', reason: expect.objectContaining({ code: 'unavailable' }) }
    expect(await ask()).toEqual([refused, refused])
    expect(kill).toHaveBeenCalledTimes(3)
  })
})
