import type { WeatherProvider } from '@kellersonne/contract/energy/weather-source'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'

const HOUR_MS = 3_600_000
const HOURS = 24

/** How many requests may be made until the end of this hour: each hour adds its share, so that no cell rests until tomorrow. */
const untilNow = (most: number, now: Date) =>
  Math.floor((most * (Math.floor((now.getTime() / HOUR_MS) % HOURS) + 1)) / HOURS)

/** The only file that writes the table `weather_budget`. */
export const budgetStore = (sql: Sql, provider: WeatherProvider, most: number) => ({
  /** Resolves to how many requests may be made at present. Locks the budget: processes share it. */
  async left(now: Date): Promise<number> {
    const used = await sql.row(
      z.object({ requests: z.int() }),
      `select case when day = ($2::timestamptz at time zone 'UTC')::date then requests else 0 end as requests
       from weather_budget where provider = $1 for update`,
      [provider, now],
    )
    return Math.max(0, untilNow(most, now) - (used?.requests ?? 0))
  },

  /** Notes requests that are about to be made. */
  async use(requests: number, now: Date): Promise<void> {
    await sql.run(
      `insert into weather_budget as kept (provider, day, requests, most)
       values ($1, ($2::timestamptz at time zone 'UTC')::date, $3, $4)
       on conflict (provider) do update set day = excluded.day, most = excluded.most,
         requests = excluded.requests + case when kept.day = excluded.day then kept.requests else 0 end`,
      [provider, now, requests, most],
    )
  },
})
