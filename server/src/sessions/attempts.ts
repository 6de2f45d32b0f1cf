import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import type { Sql } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { networkOf } from './network.ts'

const MINUTE = 60_000
/** Failures that are let through in a window of time. */
const limits = {
  account_and_network: { failures: 5, window: 15 * MINUTE },
  account: { failures: 100, window: 24 * 60 * MINUTE },
  network: { failures: 20, window: MINUTE },
} as const
type Limit = keyof typeof limits
export type Attempt = { readonly key: string; readonly limit: Limit }[]

const counted = z.object({ key: z.string(), hits: z.int(), resets_at: z.date() })

/** The only file that knows the table attempt. `secret` hides the addresses that the keys stand for. */
export function attempts(sql: Sql, secret: Buffer) {
  const keyed = (limit: Limit, who: string) => ({
    key: createHmac('sha256', secret).update(`${limit} ${who}`).digest('base64url'),
    limit,
  })
  const giveBack = (keys: readonly string[]) =>
    sql.run('update attempt set hits = hits - 1 where key = any($1) and hits > 0', [keys])

  return {
    /**
     * Counts an attempt as failed before it is tried, so that many at once cannot slip through.
     * Throws too_many_attempts, uncounted, where one more is too many.
     */
    async begin(email: string, ip: string, now: Date): Promise<Attempt> {
      const account = email.toLowerCase()
      const network = networkOf(ip)
      const attempt = [
        keyed('account', account),
        keyed('network', network),
        keyed('account_and_network', `${account} ${network}`),
      ].sort((a, b) => (a.key < b.key ? -1 : 1))
      const rows = await sql.rows(
        counted,
        `insert into attempt as a (key, hits, resets_at)
         select key, 1, resets_at from unnest($1::text[], $2::timestamptz[]) as new (key, resets_at)
         on conflict (key) do update set
           hits = case when a.resets_at <= $3 then 1 else a.hits + 1 end,
           resets_at = case when a.resets_at <= $3 then excluded.resets_at else a.resets_at end
         returning key, hits, resets_at`,
        [
          attempt.map(({ key }) => key),
          attempt.map(({ limit }) => new Date(now.getTime() + limits[limit].window)),
          now,
        ],
      )
      const over = attempt.flatMap(({ key, limit }) =>
        rows.filter((row) => row.key === key && row.hits > limits[limit].failures),
      )
      if (over.length === 0) return attempt
      await giveBack(attempt.map(({ key }) => key))
      const free = Math.max(...over.map((row) => row.resets_at.getTime()))
      throw new Refusal('too_many_attempts', { retryAfter: Math.ceil((free - now.getTime()) / 1000) })
    },

    /** The attempt was good after all: it was no failure, and the account's from this network are forgotten. */
    async succeed(attempt: Attempt): Promise<void> {
      const forgotten = attempt.filter(({ limit }) => limit === 'account_and_network').map(({ key }) => key)
      await sql.run('delete from attempt where key = any($1)', [forgotten])
      await giveBack(attempt.map(({ key }) => key).filter((key) => !forgotten.includes(key)))
    },

    async forgetOld(now: Date): Promise<void> {
      await sql.run('delete from attempt where resets_at <= $1', [now])
    },
  }
}
