import { QUARTER_MS } from '@kellersonne/core/time/days'
import type { Sql } from '../../../platform/db/database.ts'
import type { Period } from '../../../telemetry/readings/pages.ts'
import type { IssuedSum } from './pack-issues.ts'
import { type DayRecord, recordStore } from './store.ts'

/** Of consecutive days: some ten kilobytes. */
const PAGE_MS = 90 * 86_400_000

const bounds = (kind: string) => ['low', 'expected', 'high', 'outcome'].map((name) => `${kind}_${name}_wh`)
/**
 * The columns of `forecastPages`: days with what was expected of them first, and what they brought. `reissued`: as known
 * when the day began, but computed later.
 */
export const FORECAST_HEADER = [
  ...['from', 'until', 'issued_at', 'reissued', 'weather', 'pv_method', 'load_method'],
  ...bounds('pv'),
  ...bounds('load'),
]

const cells = (sum: IssuedSum | null, came: number | null) =>
  [sum?.low, sum?.expected, sum?.high, came].map((energy) => (energy == null ? '' : Math.round(energy)))

function line({ start, quarters, issues, judgement, reissued }: DayRecord): string {
  const at = (quarter: number) => new Date(start.getTime() + quarter * QUARTER_MS).toISOString()
  return `${[
    ...[at(0), at(quarters), at(issues.first), reissued],
    ...[issues.weather, issues.pv.method, issues.load.method],
    ...cells(issues.sums.pv, judgement?.pv.came ?? null),
    ...cells(issues.sums.load, judgement?.load.came ?? null),
  ].join()}\r\n`
}

/** Yields pages of the days that lie entirely in the period, as complete CSV lines. */
export async function* forecastPages(sql: Sql, { system, since, until }: Period) {
  const store = recordStore(sql)
  const first = await store.first(system, since)
  if (!first) return
  for (let from = first.start; from < until; from = new Date(from.getTime() + PAGE_MS)) {
    const end = new Date(Math.min(until.getTime(), from.getTime() + PAGE_MS))
    const days = (await store.between(system, from, end)).filter(
      ({ start, quarters }) => start.getTime() + quarters * QUARTER_MS <= until.getTime(),
    )
    if (days.length > 0) yield days.map(line).join('')
  }
}
