import type { Sql } from '../../platform/db/database.ts'
import { temperatureStore } from './temperature-store.ts'

const HOUR_S = 3600

/** Resolves to how long a battery was how warm in the time of its owner since `since`, as it is exported: one row at most. */
export async function temperatureRows(sql: Sql, period: { readonly system: number; readonly since: Date }) {
  const time = await temperatureStore(sql).of(period)
  if (time === null) return []
  const { begunAt, at, lowest, highest, seconds } = time
  const hours = (level: number) => (seconds[level] ?? 0) / HOUR_S
  return [
    {
      ...{ from: begunAt, until: at, lowest, highest },
      ...{ hours_below_0: hours(0), hours_0_to_10: hours(1), hours_10_to_35: hours(2) },
      ...{ hours_35_to_45: hours(3), hours_from_45: hours(4) },
    },
  ]
}
export type TemperatureRow = Awaited<ReturnType<typeof temperatureRows>>[number]
