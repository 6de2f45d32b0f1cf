import { type StatePayload, storedState } from '@kellersonne/contract/telemetry/device'
import { ownFrom } from '@kellersonne/core/live/today'
import { QUARTER_MS, quarterOf } from '@kellersonne/core/time/days'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { openSlices } from '../../platform/slices.ts'
import { counters, folded, measures, THOUSANDTHS } from './columns.ts'
import { correctedColumns } from './corrections.ts'
import { readSeries, type Series } from './series.ts'

/** Large enough to keep the number of queries low, small enough for memory: a state may have 10 kB. */
const ROWS = 500
const DAYS_A_PAGE = 5
const DAY_MS = 86_400_000

/** The data of one system in `since` ≤ t < `until`. */
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
  'corrected',
  'imported',
]

const time = `to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const inUnits = (column: string) => `trim_scale(${column} / ${THOUSANDTHS}.0)`
/** Unknown values are empty cells. */
const line = (cells: readonly string[]) => `concat(${cells.join(`, ',', `)}) as line`
/** Includes the line ends: adding them here would copy each page once more. */
const lines = `string_agg(line || E'\\r\\n', '' order by at) as lines, max(at) as last`
/** $1 system, $2 from, $3 until. */
const among = 'where system = $1 and at >= $2 and at < $3'
const page = `order by at limit ${ROWS}`

const readings = `
select ${lines} from (
  select at, ${line([time, ...NAMES.map(inUnits), ...COUNTED])} from reading ${among} ${page}
) as page`

/** Paginates by key, so that no query takes long. The units' times are whole milliseconds. */
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

/** Yields pages of raw readings as complete CSV lines. */
export const readingPages = (sql: Sql, { system, since, until }: Period) =>
  paged(since, async (from) => {
    const row = z.object({ lines: text, last: instant })
    const found = await sql.row(row, readings, [system, from, until])
    return found?.lines && found.last ? { page: found.lines, last: found.last } : null
  })

/** Yields pages of the quarters that lie entirely in the period, as complete CSV lines. */
export async function* quarterPages(sql: Sql, { system, since, until }: Period) {
  const earliest = ownFrom(since)
  const end = quarterOf(until)
  const wanted = { measures: folded, extremes: true, energies: true }
  for (let from = earliest; from < end; ) {
    const next = new Date(Math.min(end.getTime(), from.getTime() + DAYS_A_PAGE * DAY_MS))
    const [series] = await readSeries(sql, [{ system, from, until: next, earliest, latest: end }], wanted)
    const page = series ? quarterLines(series) : ''
    if (page !== '') yield page
    from = next
  }
}

function quarterLines({
  start,
  readings,
  measures: measured,
  energies,
  corrections,
  imported,
}: Series): string {
  const columns = [
    ...folded
      .flatMap((m) => {
        const one = measured.get(m)
        return one ? [one.sum.map((sum, i) => mean(sum, one.count[i] ?? 0)), one.min, one.max] : []
      })
      .map((column) => column.map((value) => value / THOUSANDTHS)),
    ...energies.values(),
  ]
  const cell = (value: number | undefined) =>
    value === undefined || Number.isNaN(value) ? '' : String(value)
  let text = ''
  readings.forEach((count, i) => {
    // A quarter without readings may still have its share of a gap's energies.
    if (count === 0 && columns.every((column) => Number.isNaN(column[i] ?? Number.NaN))) return
    const ms = start + i * QUARTER_MS
    const corrected = correctedColumns(corrections, ms).join(' ')
    const cells = columns.map((column) => cell(column[i]))
    text += `${[new Date(ms).toISOString(), count, ...cells, corrected, imported[i] ? 'yes' : ''].join()}\r\n`
  })
  return text
}

/** Rounds half away from zero, as PostgreSQL does; exact for integers. */
const mean = (sum: number, count: number) =>
  count === 0 ? Number.NaN : Math.sign(sum) * Math.floor((2 * Math.abs(sum) + count) / (2 * count))

/** A page of large states takes long to parse, and is parsed in slices. */
const stateRow = z.object({ payload: z.unknown() })

/** Yields pages of states, each as the unit sent it. Error details about a time before the period are left out. */
export const statePages = (sql: Sql, { system, since, until }: Period) =>
  paged(since, async (from) => {
    const rows = await sql.rows(stateRow, `select payload from state ${among} ${page}`, [system, from, until])
    const states = await openSlices().map(rows, ({ payload }) => storedState.parse(payload))
    const last = states.at(-1)?.at
    return last ? { page: states.map((state) => within(state, since)), last } : null
  })

const within = ({ errors, ...state }: StatePayload, since: Date) => ({
  ...state,
  ...(errors && { errors: errors.map(({ code, at }) => ({ code, at: at < since ? null : at })) }),
})
export type StateRow = ReturnType<typeof within>
