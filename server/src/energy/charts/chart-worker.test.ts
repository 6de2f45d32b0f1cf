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
      const waits = answering.answer(QUESTION, new Date(), 'anna')
      const refused = expect(waits).rejects.toMatchObject({ code: 'unavailable', detail: { retryAfter: 2 } })
      await called
      await answering.close()
      await refused
    }
  })

  /** Questions of some owners at a time that the test sets, and how many threads have begun; `kill` ends each that begins. */
  async function asking() {
    const database = await testDatabase()
    let ms = 0
    const answering = createChartWorker(database.url, () => ms)
    const begun = vi.fn()
    const kill = (worker: Worker) => void worker.terminate()
    process.on('worker', begun)
    closings.push(
      async () => process.off('worker', begun),
      async () => process.off('worker', kill),
      () => database.close(),
      () => answering.close(),
    )
    return {
      begun,
      kill: { once: () => process.once('worker', kill), each: () => process.on('worker', kill) },
      pass: (more: number) => {
        ms += more
      },
      async ask(...owners: string[]) {
        const asked = owners.map((owner) => answering.answer(QUESTION, new Date(), owner))
        return (await Promise.allSettled(asked)).map(({ status }) => status)
      },
    }
  }

  it('CHT-08 F14 asks again apart what it was asked when it died, one after the other, and so for a time', async () => {
    const { ask, kill, begun, pass } = await asking()
    kill.once()
    expect(await ask('anna', 'bert')).toEqual(['fulfilled', 'fulfilled'])
    expect(begun).toHaveBeenCalledTimes(2)
    expect(await ask('anna')).toEqual(['fulfilled'])
    expect(begun).toHaveBeenCalledTimes(2)
    expect(await ask('cora')).toEqual(['fulfilled'])
    expect(begun).toHaveBeenCalledTimes(3)
    pass(1000)
    kill.each()
    // Neither thread begins anew for those who are answered in the one that all share.
    expect(await ask('anna', 'bert', 'cora')).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
    expect(begun).toHaveBeenCalledTimes(3)
  })

  it('CHT-08 F14 lets those rest whose questions it dies of even when they are alone, ever longer', async () => {
    const { ask, kill, begun, pass } = await asking()
    kill.each()
    expect(await ask('anna', 'bert')).toEqual(['rejected', 'rejected'])
    expect(begun).toHaveBeenCalledTimes(3)
    pass(999)
    expect(await ask('anna')).toEqual(['rejected'])
    expect(begun).toHaveBeenCalledTimes(3)
    pass(1)
    expect(await ask('anna')).toEqual(['rejected'])
    expect(begun).toHaveBeenCalledTimes(4)
    pass(1999)
    expect(await ask('anna')).toEqual(['rejected'])
    expect(begun).toHaveBeenCalledTimes(4)
  })
})
