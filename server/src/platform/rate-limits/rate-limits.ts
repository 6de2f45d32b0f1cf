import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import type { Sql } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { ApiError } from '../http/api-error.ts'
import { type Limit, limits } from './limits.ts'

/**
 * A limit and whom it counts for: an address, an owner, a network. `times`: the number of attempts, default one. `most`: how
 * many are allowed where that is the operator's to say, or fewer than others.
 */
export type RateLimitKey = {
  readonly limit: Limit
  readonly who: string
  readonly times?: number
  readonly most?: number
}
export type CountedAttempt = {
  readonly key: string
  readonly limit: Limit
  readonly times: number
  readonly most: number
}[]

/** Rows that one statement deletes, at most. */
const AT_ONCE = 5000

/** `made`: counted just now; if not, the limit had been reached before, and nothing was counted. */
const counted = z.object({ key: z.string(), hits: z.int(), resets_at: z.date(), made: z.boolean() })

/**
 * Rows are locked in the order of their keys, in which they are also written, to prevent deadlocks. `hits` is as of
 * the lock: the rest of a statement sees the rows as they were before it waited.
 */
const HELD = 'held as (select key, hits from attempt where key = any($1) order by key collate "C" for update)'

const BEGIN = prepared(`
with new as (
  select * from unnest($1::text[], $2::int[], $3::int[], $4::timestamptz[]) as new (key, times, tries, resets_at)
), reached as (
  select key, hits + times as hits, attempt.resets_at, false as made from attempt join new using (key)
  where attempt.resets_at > $5 and hits + times > tries
), made as (
  insert into attempt as a (key, hits, resets_at)
  select key, times, resets_at from new where not exists (select from reached)
  on conflict (key) do update set
    hits = case when a.resets_at <= $5 then excluded.hits else a.hits + excluded.hits end,
    resets_at = case when a.resets_at <= $5 then excluded.resets_at else a.resets_at end
  returning key, hits, resets_at, true as made
)
select key, hits, resets_at, made from reached
union all select key, hits, resets_at, made from made`)

const GIVE_BACK = prepared(`
with ${HELD},
  back as (select key, times, held.hits as held_hits from held join unnest($1::text[], $2::int[]) as given (key, times) using (key)),
  gone as (delete from attempt using back where attempt.key = back.key and held_hits <= times)
update attempt set hits = hits - times from back where attempt.key = back.key and held_hits > times`)

const REMOVE = prepared(`with ${HELD} delete from attempt using held where attempt.key = held.key`)

/** The only file that knows the table `attempt`. Addresses in the keys are hidden by a MAC with `secret`. */
export function rateLimits(sql: Sql, secret: Buffer) {
  const keyed = ({ limit, who, times = 1, most = limits[limit].tries }: RateLimitKey) => ({
    key: createHmac('sha256', secret).update(`${limit} ${who.toLowerCase()}`).digest('base64url'),
    limit,
    times,
    most,
  })
  /** Uncounts attempts; deletes rows whose count reaches zero. */
  const giveBack = (attempt: CountedAttempt) =>
    sql.run(GIVE_BACK, [attempt.map(({ key }) => key), attempt.map(({ times }) => times)])

  const remove = (keys: readonly string[]) => sql.run(REMOVE, [keys])

  return {
    /**
     * Counts an attempt before it is made, so that concurrent ones cannot slip through. Throws `ApiError`
     * too_many_attempts, without counting, if a limit is reached. One reached before is found without locking a row:
     * refused attempts do not wait for each other.
     */
    async begin(tries: readonly RateLimitKey[], now: Date): Promise<CountedAttempt> {
      const attempt = tries.map(keyed).sort((a, b) => (a.key < b.key ? -1 : 1))
      const rows = await sql.rows(counted, BEGIN, [
        attempt.map(({ key }) => key),
        attempt.map(({ times }) => times),
        attempt.map(({ most }) => most),
        attempt.map(({ limit }) => new Date(now.getTime() + limits[limit].window)),
        now,
      ])
      const over = attempt.flatMap(({ key, most }) =>
        rows.filter((row) => row.key === key && row.hits > most),
      )
      if (over.length === 0) return attempt
      if (over.some(({ made }) => made)) await giveBack(attempt)
      const free = Math.max(...over.map((row) => row.resets_at.getTime()))
      throw new ApiError('too_many_attempts', { retryAfter: Math.ceil((free - now.getTime()) / 1000) })
    },

    /** Counts like `begin`; null if a limit is reached. */
    async beginIfFree(tries: readonly RateLimitKey[], now: Date): Promise<CountedAttempt | null> {
      try {
        return await this.begin(tries, now)
      } catch (error) {
        if (error instanceof ApiError) return null
        throw error
      }
    },

    /** Uncounts a successful attempt, and clears the earlier ones under `forgotten`. */
    async succeed(attempt: CountedAttempt, ...forgotten: Limit[]): Promise<void> {
      await remove(attempt.filter(({ limit }) => forgotten.includes(limit)).map(({ key }) => key))
      await giveBack(attempt)
    },

    /** Clears the counts, after the caller has proven who they are in another way. */
    async forget(tries: readonly RateLimitKey[]): Promise<void> {
      await remove(tries.map((one) => keyed(one).key))
    },

    /** Deletes what is over, in parts: strangers may have left millions, which no single statement would get through. */
    async forgetOld(now: Date): Promise<void> {
      let deleted: number
      do {
        deleted = await sql.run(
          `delete from attempt where key in
             (select key from attempt where resets_at <= $1 order by resets_at limit ${AT_ONCE} for update skip locked)`,
          [now],
        )
      } while (deleted === AT_ONCE)
    },
  }
}
