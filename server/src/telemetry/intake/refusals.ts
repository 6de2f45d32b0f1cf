import { refusalReasons } from '@kellersonne/contract/telemetry/device'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { counter } from '../../platform/metrics.ts'
import { openTokenBuckets } from '../../platform/rate-limits/token-buckets.ts'
import type { ItemOf } from './batch.ts'

/** Out of ten thousand slots: a burst of a hundred, then so few that a single unit needs a month to fill them all. */
const KEPT = { burst: 100, everyMs: 5 * 60_000 }

const unkept = counter(
  'ingest_refusals_unkept_total',
  'Refusals that were only counted, because enough of the unit were recorded already.',
)

export type Refusals = readonly ItemOf<'refusal'>[]

/** Selects the refusals to store: no unit can push out the refusals of others. */
export function boundedRefusals(now: () => Date) {
  const buckets = openTokenBuckets(KEPT, now)
  return (refusals: Refusals): Refusals =>
    refusals.filter(({ system }) => {
      const isStored = buckets.take(system)
      if (!isStored) unkept.inc()
      return isStored
    })
}

/** Stores refusals in the next slots. */
export async function storeRefusals(sql: Sql, refusals: Refusals): Promise<void> {
  if (refusals.length === 0) return
  await sql.run(
    `insert into refused (system, at, topic, reason, field, exceeded, payload)
     select * from unnest($1::integer[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::float8[], $7::text[])
     on conflict (slot) do update set system = excluded.system, at = excluded.at, topic = excluded.topic,
       reason = excluded.reason, field = excluded.field, exceeded = excluded.exceeded, payload = excluded.payload`,
    [
      refusals.map((r) => r.system),
      refusals.map((r) => r.receivedAt),
      refusals.map((r) => r.topic),
      refusals.map((r) => r.reason),
      refusals.map((r) => r.field),
      refusals.map((r) => r.limit),
      refusals.map((r) => r.payload),
    ],
  )
}

const recorded = z.object({
  at: z.date(),
  sn: z.string(),
  topic: z.string(),
  reason: z.enum(refusalReasons),
  field: z.nullable(z.string()),
  limit: z.nullable(z.number()),
  payload: z.string(),
})

/** Resolves to the newest recorded refusals, of one system or (null) of all, newest first. */
export const newestRefusals = (sql: Sql, sn: string | null, limit: number) =>
  sql.rows(
    recorded,
    `select refused.at, sn, topic, reason, field, exceeded as limit, payload
     from refused join storage_system on storage_system.id = refused.system
     where $1::text is null or sn = $1 order by at desc, slot desc limit $2`,
    [sn, limit],
  )
