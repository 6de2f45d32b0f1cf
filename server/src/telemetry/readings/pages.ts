import { type StatePayload, storedState } from '@kellersonne/contract/telemetry/device'
import { ownFrom } from '@kellersonne/core/live/today'
import { QUARTER_MS, quarterOf } from '@kellersonne/core/time/days'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { counters, folded, measures, THOUSANDTHS } from './columns.ts'
import { readSeries, type Series } from './series.ts'

/** Small enough that a page never holds the event loop for long, large enough that asking costs little. */
const ROWS = 500
const DAYS_A_PAGE = 5
const DAY_MS = 86_400_000

/** What one system said from `since` on and before `until`. */
export type Period = { readonly system: number; readonly since: Date; readonly until: Date }

const NAMES = measures.map(({ name }) => name)
const COUNTED = counters.map(({ name }) => name)

/** The columns of `readingPages` and of `quarterPages`, in V, W, % and Wh. */
export const READING_HEADER = ['at', ...NAMES, ...COUNTED]
export const QUARTER_HEADER = [
  'at',
  'readings',
  ...folded.flatMap((m) => [`${m}_mean`, `${m}_min`, `${m}_max`]),
  ...COUNTED,
]

const time = `to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const inUnits = (column: string) => `trim_scale(${column} / ${THOUSANDTHS}.0)`
/** What is not known is an empty cell. */
const line = (cells: readonly string[]) => `concat(${cells.join(`, ',', `)}) as line`
/** Their ends too: one added here would make a page be copied once more. */
const lines = `string_agg(line || E'\\r\\n', '' order by at) as lines, max(at) as last`
/** $1 system, $2 from, $3 until. */
const among = 'where system = $1 and at >= $2 and at < $3'
const page = `order by at limit ${ROWS}`

const readings = `
select ${lines} from (
  select at, ${line([time, ...NAMES.map(inUnits), ...COUNTED])} from reading ${among} ${page}
) as told`

/** Pages by key, so that no query is long. The times that units tell are whole milliseconds. */
async function* paged<P>(from: Date, read: (from: Date) => Promise<{ page: P; last: Date } | null>) {
  for (let next = from; ; ) {
    const found = await read(next)
    if (!found) return
    yield found.page
    next = new Date(found.last.getTime() + 1)
  }
}

const text = z.nullable(z.string())
const instant = z.nullable(z.date())

/** Each raw reading as a whole line of CSV, many at once. */
export const readingPages = (sql: Sql, { system, since, until }: Period) =>
  paged(since, async (from) => {
    const row = z.object({ lines: text, last: instant })
    const found = await sql.row(row, readings, [system, from, until])
    return found?.lines && found.last ? { page: found.lines, last: found.last } : null
  })

/** Each quarter that lies in the period entirely, as a whole line of CSV, many at once. */
export async function* quarterPages(sql: Sql, { system, since, until }: Period) {
  const earliest = ownFrom(since)
  const end = quarterOf(until)
  const wanted = { measures: folded, extremes: true, energies: true }
  for (let from = earliest; from < end; ) {
    const next = new Date(Math.min(end.getTime(), from.getTime() + DAYS_A_PAGE * DAY_MS))
    const [series] = await readSeries(sql, [{ system, from, until: next, earliest }], wanted)
    const page = series ? quarterLines(series) : ''
    if (page !== '') yield page
    from = next
  }
}

function quarterLines({ start, readings, measures: told, energies }: Series): string {
  const columns = [
    ...folded
      .flatMap((m) => {
        const one = told.get(m)
        return one ? [one.sum.map((sum, i) => mean(sum, one.count[i] ?? 0)), one.min, one.max] : []
      })
      .map((column) => column.map((value) => value / THOUSANDTHS)),
    ...energies.values(),
  ]
  const cell = (value: number | undefined) =>
    value === undefined || Number.isNaN(value) ? '' : String(value)
  let text = ''
  readings.forEach((count, i) => {
    if (count === 0) return
    const at = new Date(start + i * QUARTER_MS).toISOString()
    text += `${[at, count, ...columns.map((column) => cell(column[i]))].join()}\r\n`
  })
  return text
}

/** Rounded as PostgreSQL does, halves away from zero; exactly, for whole numbers. */
const mean = (sum: number, count: number) =>
  count === 0 ? Number.NaN : Math.sign(sum) * Math.floor((2 * Math.abs(sum) + count) / (2 * count))

/** Each state told, many at once; what an error says of a time before the period is left out. */
export const statePages = (sql: Sql, { system, since, until }: Period) =>
  paged(since, async (from) => {
    const row = z.object({ payload: storedState })
    const rows = await sql.rows(row, `select payload from state ${among} ${page}`, [system, from, until])
    const last = rows.at(-1)?.payload.at
    return last ? { page: rows.map(({ payload }) => within(payload, since)), last } : null
  })

const within = (state: StatePayload, since: Date) => ({
  ...state,
  errors: state.errors.map(({ code, at }) => ({ code, at: at < since ? null : at })),
})
export type ToldState = ReturnType<typeof within>
