import { eventually } from '@kellersonne/testing/eventually'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { testDatabase } from '../../../test/database/database.ts'
import { metricsFromNow, readMetrics } from '../../../test/metrics.ts'
import { locks, openJob, stuckJobs } from './job.ts'

const log = pino({ level: 'silent' })
const POLL_MS = 10
const DONE = 'job_last_success_timestamp_seconds{name="retention"}'
const count = (outcome: string) => `job_duration_seconds_count{name="retention",outcome="${outcome}"}`

let test: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.close())

const open = (work: () => Promise<boolean>, pollMs = POLL_MS) =>
  openJob({ db: test.db, log, name: 'retention', pollMs, work })

describe('a job', () => {
  it('HND-04 shows how long its parts take, and when the last one succeeded', async () => {
    const since = await metricsFromNow()
    const began = Date.now()
    const done = Promise.withResolvers<void>()
    const job = open(async () => {
      done.resolve()
      return false
    })
    await done.promise
    await job.close()
    const more = await since()
    expect(more(count('succeeded'))).toBeGreaterThan(0)
    expect(more(count('failed'))).toBe(0)
    expect((await readMetrics())(DONE) * 1000).toBeGreaterThanOrEqual(began)
  })

  it('HND-04 shows no success where a part fails, and tries it again', async () => {
    const since = await metricsFromNow()
    const again = Promise.withResolvers<void>()
    let tries = 0
    const job = open(async () => {
      tries += 1
      if (tries > 1) again.resolve()
      throw new Error('broken')
    })
    const opened = (await readMetrics())(DONE)
    await again.promise
    await job.close()
    const more = await since()
    expect((await readMetrics())(DONE)).toBe(opened)
    expect([more(count('succeeded')), more(count('failed'))]).toEqual([0, tries])
  })

  it('HND-24 is stuck once it has not succeeded for half an hour and two polls, until it ends', async () => {
    const failed = Promise.withResolvers<void>()
    const later = (ms: number) => new Date(Date.now() + ms)
    const job = open(async () => {
      failed.resolve()
      throw new Error('broken')
    }, 3_600_000)
    await failed.promise
    await eventually(() => expect(stuckJobs(later(2.4 * 3_600_000))).toBeNull())
    expect(stuckJobs(later(2.6 * 3_600_000))).toBe('no success: retention')
    await job.close()
    expect(stuckJobs(later(2.6 * 3_600_000))).toBeNull()
  })

  it('HND-24 is stuck once a part has been under way for ten minutes, however seldom it is polled', async () => {
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<boolean>()]
    const later = (minutes: number) => new Date(Date.now() + minutes * 60_000)
    const job = open(() => {
      begun.resolve()
      return end.promise
    }, 3_600_000)
    onTestFinished(async () => {
      end.resolve(false)
      await job.close()
    })
    await begun.promise
    expect(stuckJobs(later(9))).toBeNull()
    expect(stuckJobs(later(11))).toBe('no success: retention')
    end.resolve(false)
    await eventually(() => expect(stuckJobs(later(11))).toBeNull())
  })

  it('HND-01 does not try a part that failed again before the next poll', async () => {
    const failed = Promise.withResolvers<void>()
    let tries = 0
    const job = open(async () => {
      tries += 1
      failed.resolve()
      throw new Error('broken')
    }, 3_600_000)
    await failed.promise
    // Each takes about as long as another try, of which there would be one after the other.
    for (let i = 0; i < 20; i++) await test.db.transaction((sql) => sql.run('select 1'))
    await job.close()
    expect(tries).toBe(1)
  })

  it('HND-01 ends with the part that is under way, and begins no other', async () => {
    const [begun, going] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let parts = 0
    const job = open(async () => {
      parts += 1
      begun.resolve()
      await going.promise
      return true
    })
    await begun.promise
    const order: string[] = []
    const closing = job.close().then(() => order.push('closed'))
    await test.db.run('select 1')
    order.push('part ends')
    going.resolve()
    await closing
    expect(order).toEqual(['part ends', 'closed'])
    expect(parts).toBe(1)
  })

  it('HND-01 has a lock of its own for each job', () => {
    const held = Object.values(locks).filter((lock) => lock !== null)
    expect(held.toSorted()).toEqual([...new Set(held)].toSorted())
  })

  it('HND-01 leaves the work to whoever holds its lock', async () => {
    const work = vi.fn(async () => false)
    const [taken, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const other = test.db.transaction(async (sql) => {
      await sql.run('select pg_advisory_xact_lock($1)', [locks.retention])
      taken.resolve()
      await done.promise
    })
    await taken.promise
    const looks = vi.spyOn(test.db, 'transaction')
    const job = open(work)
    await eventually(() => expect(looks.mock.calls.length).toBeGreaterThan(3))
    const meanwhile = work.mock.calls.length
    done.resolve()
    await other
    expect(meanwhile).toBe(0)
    await eventually(() => expect(work).toHaveBeenCalled())
    await job.close()
    looks.mockRestore()
  })
})
