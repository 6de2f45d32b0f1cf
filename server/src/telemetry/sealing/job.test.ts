import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { NOW, setUpTelemetry } from '../../../test/set-up/telemetry.ts'
import { createSealing } from './job.ts'

const { db, system, begin, reading, report } = setUpTelemetry()
const FIRST_DAY = Date.parse('2026-06-08T10:00:00Z')
const DAY_MS = 86_400_000

/** Creates a system with a reading on each of `days` days. */
async function seenFor(days: number) {
  await begin()
  for (let day = 0; day < days; day += 1) await report(reading(new Date(FIRST_DAY + day * DAY_MS)))
  return system().id
}
async function sealedDays(system: number) {
  const row = z.object({ n: z.int() })
  return (await db().row(row, 'select count(*)::integer as n from sealed_day where system = $1', [system]))?.n
}
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
