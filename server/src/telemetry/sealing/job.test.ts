import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { metricsFromNow } from '../../../test/metrics.ts'
import { NOW, setUpTelemetry } from '../../../test/set-up/telemetry.ts'
import type { Sql } from '../../platform/db/database.ts'
import { createSealing, openSealingJob } from './job.ts'

const { db, system, begin, reading, report } = setUpTelemetry()
const FIRST_DAY = Date.parse('2026-06-08T10:00:00Z')
const DAY_MS = 86_400_000

/** Creates a system with a reading on each of `days` days. */
async function seenFor(days: number) {
  await begin()
  for (let day = 0; day < days; day += 1) await report(reading(new Date(FIRST_DAY + day * DAY_MS)))
  return system().id
}
const sealedIn = (sql: Sql, system: number) => sql.run('select from sealed_day where system = $1', [system])
const sealedDays = (system: number) => sealedIn(db(), system)
/** Goes through all systems once; resolves to the number of parts. */
async function pass() {
  const sealDays = createSealing()
  let parts = 1
  while (await db().transaction((sql) => sealDays(sql, NOW))) parts += 1
  return parts
}

describe('the sealing job', () => {
  it('PRD-03 seals every day of a long backlog in one pass, and finds nothing in the next', async () => {
    const [short, long, other] = [await seenFor(1), await seenFor(9), await seenFor(5)]
    await pass()
    expect(await Promise.all([short, long, other].map(sealedDays))).toEqual([1, 9, 5])
    expect(await pass()).toBe(1)
  })

  it('HND-01 PRD-03 seals all others where one system cannot be sealed, and that one once it can', async () => {
    const [before, bad, after] = [await seenFor(1), await seenFor(9), await seenFor(9)]
    const odd = new Set([bad])
    const faults = new Set<number>()
    const sealDays = createSealing(
      async (sql) => {
        if (odd.has(bad) && (await sealedIn(sql, bad)) > 0) throw new Error('odd')
      },
      (system) => faults.add(system),
    )
    const through = async () => {
      while (await db().transaction((sql) => sealDays(sql, NOW)));
      return Promise.all([before, bad, after].map(sealedDays))
    }
    expect(await through()).toEqual([1, 0, 9])
    expect([...faults]).toEqual([bad])
    odd.clear()
    expect(await through()).toEqual([1, 9, 9])
  })

  it('HND-22 counts a system that it leaves out, for the alarm', async () => {
    const [bad, good] = [await seenFor(1), await seenFor(1)]
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) })
    const since = await metricsFromNow()
    const job = openSealingJob({
      ...{ db: db(), log, now: () => NOW },
      onSealed: async (_, system) => {
        if (system === bad) throw new Error('odd')
      },
    })
    await expect.poll(() => sealedDays(good)).toBe(1)
    await job.close()
    expect(lines[0]).toContain(`"system":${bad},"msg":"the days of a system could not be sealed"`)
    expect((await since())('job_left_out_total{name="sealing"}')).toBeGreaterThan(0)
  })

  it('HND-01 PRD-03 begins another pass after a part that failed', async () => {
    const [early, late] = [await seenFor(1), await seenFor(9)]
    const odd = new Set<number>()
    const sealDays = createSealing(async () => {
      if (odd.has(late)) throw new Error('odd')
    })
    const part = () => db().transaction((sql) => sealDays(sql, NOW))
    await db().transaction(async (sql) => {
      await sql.run('select from latest where system = $1 for update', [early])
      await part()
    })
    odd.add(late)
    await expect(part()).rejects.toThrow('odd')
    odd.clear()
    await part()
    expect(await Promise.all([early, late].map(sealedDays))).toEqual([1, 8])
  })

  it('HND-01 PRD-03 shares the work: what another process has under way waits for nobody', async () => {
    const [theirs, ours] = [await seenFor(1), await seenFor(1)]
    const [locked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const other = db().transaction(async (sql) => {
      await sql.run('select from latest where system = $1 for update', [theirs])
      locked.resolve()
      await over.promise
    })
    await locked.promise
    await pass()
    const meanwhile = await Promise.all([theirs, ours].map(sealedDays))
    over.resolve()
    await other
    await pass()
    expect([meanwhile, await sealedDays(theirs)]).toEqual([[0, 1], 1])
  })
})
