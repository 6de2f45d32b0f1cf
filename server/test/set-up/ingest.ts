import { serialNumber } from '@kellersonne/contract/systems/systems'
import { afterAll, beforeAll } from 'vitest'
import * as z from 'zod/mini'
import { storeBatch } from '../../src/app/roles/store-batch.ts'
import type { UpTopic } from '../../src/platform/broker/topics.ts'
import { systemStore } from '../../src/systems/store.ts'
import { openIngest } from '../../src/telemetry/intake/ingest.ts'
import { readingStore } from '../../src/telemetry/readings/store.ts'
import { testDatabase } from '../database/database.ts'

export const now = () => new Date('2026-06-18T12:00:00Z')
export const at = (seconds: number) =>
  new Date(Date.parse('2026-06-18T09:00:00Z') + seconds * 1000).toISOString()

/** A database with partitions for `now`, functions to add systems to it, and what it holds of them. */
export function setUpIngest() {
  let test: Awaited<ReturnType<typeof testDatabase>>
  beforeAll(async () => {
    test = await testDatabase()
    await readingStore(test.db).makePartitions(now())
  })
  afterAll(() => test.close())

  return {
    db: () => test.db,
    url: () => test.url,
    /** Adds a system, and returns a function that makes a message of its unit. */
    async newSystem(text: string) {
      const sn = serialNumber.parse(text)
      const system = await systemStore(test.db).put({
        ...{ sn, phase: 1, timeZone: 'Europe/Berlin', secret: 'secret' },
      })
      return (topic: UpTopic, content: unknown) => ({
        system,
        sn,
        topic,
        payload: Buffer.from(JSON.stringify(content)),
      })
    },
    ingestOver: (db = test.db, onRetry?: (error: unknown) => void) =>
      openIngest({
        store: (batch, mayOpen) => storeBatch(db, batch, { mayOpen }),
        now,
        ...(onRetry && { onRetry }),
      }),
    async count(sn: string, table: 'reading' | 'state' | 'refused') {
      const row = await test.db.row(
        z.object({ n: z.int() }),
        `select count(*) as n from ${table} join storage_system on id = system where sn = $1`,
        [sn],
      )
      return row?.n
    },
    /** The topic and reason of each refusal, the oldest first. */
    async reasons(sn: string) {
      const rows = await test.db.rows(
        z.object({ reason: z.string(), topic: z.string() }),
        'select reason, topic from refused join storage_system on id = system where sn = $1 order by slot',
        [sn],
      )
      return rows.map(({ reason, topic }) => `${topic} ${reason}`)
    },
  }
}
