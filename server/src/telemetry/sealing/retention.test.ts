import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { setUpTelemetry } from '../../../test/set-up/telemetry.ts'
import { readingStore } from '../readings/store.ts'
import { createSealing } from './job.ts'
import { forgetReadings } from './retention.ts'

const { db, system, reading, report } = setUpTelemetry()
const count = z.object({ n: z.int() })

/** Resolves to the raw readings left at an instant, once all days that are over have been sealed. */
async function kept(at: string) {
  const now = new Date(at)
  const sealDays = createSealing()
  while (await db().transaction((sql) => sealDays(sql, now)));
  while (await db().transaction((sql) => forgetReadings(sql, now)));
  const row = await db().row(count, 'select count(*)::int as n from reading where system = $1', [system().id])
  return row?.n
}

describe('raw readings', () => {
  it('PRD-03 of a day are kept until 35 days after it', async () => {
    await readingStore(db()).makePartitions(new Date('2026-07-01T00:00:00Z'))
    await report(reading(new Date('2026-06-01T12:00:00Z')), reading(new Date('2026-06-02T12:00:00Z')))
    expect(await kept('2026-07-06T23:59:59.999Z')).toBe(2)
    expect(await kept('2026-07-07T00:00:00Z')).toBe(1)
    expect(await kept('2026-07-08T00:00:00Z')).toBe(0)
  })

  it('PRD-03 that came later than their day’s partition are kept for 35 days after it was sealed anew', async () => {
    const seenAt = new Date('2026-09-10T12:00:00Z')
    await report(reading(new Date('2026-06-01T00:00:00Z'), {}, seenAt))
    expect(await kept('2026-09-10T12:00:00Z')).toBe(1)
    expect(await kept('2026-10-15T12:00:00Z')).toBe(1)
    expect(await kept('2026-10-15T12:00:00.001Z')).toBe(0)
  })

  it('PRD-03 that came that late are deleted even if the only one is of its day’s first instant', async () => {
    const seenAt = new Date('2026-09-10T12:00:00Z')
    await report(reading(new Date('2026-04-30T22:00:00Z'), {}, seenAt))
    expect(await kept('2026-09-10T12:00:00Z')).toBe(1)
    expect(await kept('2026-10-15T12:00:00.001Z')).toBe(0)
  })
})
