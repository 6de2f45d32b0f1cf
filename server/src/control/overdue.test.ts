import { setImmediate as turn } from 'node:timers/promises'
import { ACCEPT_MS } from '@kellersonne/core/control/commands'
import { pino } from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import { setUpCommands } from '../../test/set-up/commands.ts'
import type { Db } from '../platform/db/database.ts'
import { openOverdueJob } from './overdue.ts'
import { commandStore } from './store.ts'

const { api, anna, given } = setUpCommands()
afterEach(() => vi.useRealTimers())

it('API-07 an overdue command times out within a second without any request or message', async () => {
  const { id } = await given()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const looked = Promise.withResolvers<void>()
  const db: Db = {
    ...api().db,
    transaction: (work) => api().db.transaction(work).finally(looked.resolve),
    listen: () => () => undefined,
  }
  const job = openOverdueJob({ db, now: api().now, log: pino({ level: 'silent' }) })
  await looked.promise
  await turn()
  api().clock.skip(ACCEPT_MS)
  vi.advanceTimersByTime(1000)
  await job.close()
  expect((await commandStore(api().db).find(id, anna()))?.state).toBe('timed_out')
})
