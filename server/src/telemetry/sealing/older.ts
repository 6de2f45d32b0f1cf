import { LONGEST_DAY } from '@kellersonne/core/time/days'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { type SystemDay, sealedStore } from './store.ts'

/** What one transaction looks at and deletes, at most: a few tenths of a second's work, whatever one unit has sent. */
const PART = { systems: 20, days: 50, readings: 50_000 }

/** Resolves to systems with old readings, in the order of their ids from `from` on. */
async function withOlder(sql: Sql, from: number): Promise<number[]> {
  const next = (where: string) => `(select system from reading_older where ${where} order by system limit 1)`
  const rows = await sql.rows(
    z.object({ system: z.int() }),
    `with recursive found as (
       select ${next('system >= $1')} as system
       union all select ${next('reading_older.system > found.system')} from found where system is not null
     ) select system from found where system is not null limit $2`,
    [from, PART.systems],
  )
  return rows.map(({ system }) => system)
}

/** Resolves to sealed days of these systems that still have old readings and were last changed before an instant. */
const daysToClear = (sql: Sql, systems: readonly number[], before: Date): Promise<SystemDay[]> =>
  sql.rows(
    z.object({ system: z.int(), start: z.date(), until: z.date() }),
    `select day.system, day.start, start + quarters * interval '15 minutes' as until
     from unnest($1::integer[]) as wanted(system) cross join lateral (
       select min(at) as first, max(at) as last from reading_older where reading_older.system = wanted.system
     ) as bounds
     join sealed_day as day on day.system = wanted.system and sealed_at < $2
       and start > bounds.first - interval '${LONGEST_DAY.hours} hours' and start <= bounds.last
     where exists (
       select from reading_older
       where system = day.system and at >= start and at < start + quarters * interval '15 minutes'
     ) order by day.system, day.start limit ${PART.days}`,
    [systems, before],
  )

/** Deletes the first `most` old readings of a day; resolves to their number. */
const clearDay = (sql: Sql, { system, start, until }: SystemDay, most: number) =>
  sql.run(
    `delete from reading_older where system = $1 and at >= $2 and at < $3 and at < coalesce((
       select at from reading_older where system = $1 and at >= $2 and at < $3 order by at offset $4 limit 1
     ), 'infinity')`,
    [system, start, until, most],
  )

/**
 * Creates a pass over the raw readings that came after the partition of their day had been dropped. Each call deletes some
 * whose sealed day has been unchanged since `before`, and resolves to true until the pass is through; the next call then
 * begins another.
 */
export function createClearing() {
  let from = 0

  return async function removeOlder(sql: Sql, before: Date): Promise<boolean> {
    const systems = await withOlder(sql, from)
    const store = sealedStore(sql)
    await store.hold(systems)
    const days = await daysToClear(sql, systems, before)
    await store.giveUpRaw(days)
    let left = PART.readings
    let next = days.length === PART.days ? days.at(-1)?.system : undefined
    for (const day of days) {
      left -= await clearDay(sql, day, left)
      if (left > 0) continue
      next = day.system
      break
    }
    from = next ?? (systems.at(-1) ?? -1) + 1
    return systems.length > 0
  }
}
