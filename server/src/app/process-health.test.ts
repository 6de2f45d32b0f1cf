import { tmpdir } from 'node:os'
import { expect, it, onTestFinished } from 'vitest'
import { DatabaseUnavailableError } from '../platform/db/database.ts'
import { openProcessHealth } from './process-health.ts'

it('HND-24 HND-36 a process knows what is wrong with each of its parts, and shows strangers which, not why', async () => {
  const health = openProcessHealth({
    db: { row: () => Promise.reject(new DatabaseUnavailableError('gone')), listening: () => false },
    ...{ roles: ['ingest', 'jobs'], dataFolder: tmpdir(), isStopping: () => false, now: () => new Date(0) },
  })
  onTestFinished(() => health.close())
  expect(await health.read()).toMatchObject({ ready: false, parts: { process: 'starting' } })
  health.start({ broker: () => 'away, or short of memory or disk', storing: () => 'tried in vain for 12 s' })
  expect(await health.read()).toEqual({
    ready: false,
    parts: {
      ...{ process: null, event_loop: null, disk: null, jobs: null },
      database: 'away',
      notices: 'not listening',
      broker: 'away, or short of memory or disk',
      storing: 'tried in vain for 12 s',
    },
  })
  expect(await health.othersAtFault()).toEqual({
    ...{ disk: null, jobs: null, broker: 'at fault', storing: 'at fault' },
  })
})

it('HND-24 a folder that cannot be read is a fault of the disk', async () => {
  const health = openProcessHealth({
    db: { row: () => Promise.reject(new Error('not asked')), listening: () => true },
    ...{ roles: ['updates'], dataFolder: '/nowhere', isStopping: () => true, now: () => new Date(0) },
  })
  onTestFinished(() => health.close())
  expect(await health.read()).toMatchObject({ parts: { process: 'stopping', disk: 'unreadable' } })
  expect(await health.othersAtFault()).toEqual({ disk: 'at fault' })
})
