import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ago, NOW, setUpTelemetry } from '../../../test/set-up/telemetry.ts'
import { readingStore } from './store.ts'

const { db, system, reading, report } = setUpTelemetry()

it('PRD-03 raw readings lie by their days; what is older has a place too, and making partitions again changes nothing', async () => {
  const old = ago(300 * 86_400)
  await report(reading(ago(0)), reading(old))
  await readingStore(db()).makePartitions(old)
  await readingStore(db()).makePartitions(NOW)
  const rows = await db().rows(
    z.object({ place: z.string() }),
    'select tableoid::regclass::text as place from reading where system = $1 order by at',
    [system().id],
  )
  expect(rows.map(({ place }) => place)).toEqual(['reading_older', 'reading_2026_06_18'])
})
