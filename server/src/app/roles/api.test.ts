import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { cuttable } from '../../../test/database/cuttable.ts'
import { testDatabase } from '../../../test/database/database.ts'
import { workplace } from '../../../test/process.ts'
import { readConfig } from '../../platform/config.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { openTurns } from '../../platform/http/turns/turns.ts'
import { startApi } from './api.ts'

let test: Awaited<ReturnType<typeof testDatabase>>
const closings: (() => unknown)[] = []
beforeAll(async () => {
  test = await testDatabase()
})
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closings.splice(0).toReversed()) await close()
})
afterAll(() => test.close())

/** Starts the role with a clock that stands still. */
async function starting(databaseUrl: string) {
  const place = await workplace()
  closings.push(() => place[Symbol.asyncDispose]())
  const db = openDatabase(databaseUrl)
  closings.push(() => db.close())
  vi.useFakeTimers({ toFake: ['performance'] })
  const config = readConfig({ ...place.env, ROLES: 'api' })
  let isReady = false
  const ready = startApi(
    {
      ...{
        config,
        db,
        turns: openTurns(Number.POSITIVE_INFINITY),
        databaseUrl,
        log: pino({ level: 'silent' }),
        secret: Buffer.alloc(32),
        mail: null,
      },
      ...{ now: () => new Date(), isStopping: () => false, onClose: (close) => void closings.push(close) },
    },
    undefined,
  ).then(() => {
    isReady = true
  })
  return { db, ready, isReady: () => isReady }
}

describe('the role api', () => {
  it('DSH-07 HND-04 is ready as soon as it listens for changes', async () => {
    const { db, ready } = await starting(test.url)
    // No poll: it would move the clock.
    await ready
    expect(db.listening()).toBe(true)
  })

  it('HND-04 is ready after three seconds while the database is away', async () => {
    const line = cuttable()
    const url = await line.through(test.url)
    await line.cut()
    const { db, isReady } = await starting(url)
    await expect
      .poll(() => {
        vi.advanceTimersByTime(3000)
        return isReady()
      })
      .toBe(true)
    expect(db.listening()).toBe(false)
  })
})
