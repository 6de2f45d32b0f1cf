import { type StatePayload, statePayload } from '@kellersonne/contract/device'
import * as z from 'zod/mini'
import type { Sql } from '../db/database.ts'
import { counters, measures, THOUSANDTHS } from './columns.ts'
import { energyBetween } from './quarters.ts'

/** Small enough to be held at once, large enough that asking costs little. */
const ROWS = 2000

/** What one system said from `since` on and before `until`. */
export type Period = { readonly system: number; readonly since: Date; readonly until: Date }

const NAMES = measures.map(({ name }) => name)
const COUNTED = counters.map(({ name }) => name)
const FOLDED = [...NAMES, 'load_w']

/** The columns of `readingPages` and of `quarterPages`, in V, W, % and Wh. */
export const READING_HEADER = ['at', ...NAMES, ...COUNTED]
export const QUARTER_HEADER = [
  'at',
  'readings',
  ...FOLDED.flatMap((m) => [`${m}_mean`, `${m}_min`, `${m}_max`]),
  ...COUNTED,
]

const time = `to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const inUnits = (column: string) => `trim_scale(${column} / ${THOUSANDTHS}.0)`
const mean = (m: string) => `trim_scale(round(${m}_sum / (${THOUSANDTHS}.0 * nullif(${m}_count, 0)), 3))`
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

/** As everywhere, what was counted since the quarter before belongs to the later one; $4 is what the page before ended with. */
const energy = (c: string, i: number) =>
  `${c} + ${energyBetween(`coalesce(lag(${c}_last) over ${c}_known, before[${i + 1}])`, `${c}_first`)}`
const lastKnown = (c: string, i: number) =>
  `coalesce((array_agg(${c}_last order by at desc) filter (where ${c}_last is not null))[1], $4[${i + 1}])`
const quarters = `
select ${lines}, array[${COUNTED.map(lastKnown).join()}]::text as known from (
  select at, ${COUNTED.map((c) => `${c}_last`).join()}, ${line([
    ...[time, 'readings'],
    ...FOLDED.flatMap((m) => [mean(m), inUnits(`${m}_min`), inUnits(`${m}_max`)]),
    ...COUNTED.map(energy),
  ])}
  from (
    select *, $4::bigint[] as before from quarter ${among} and at + interval '15 minutes' <= $3 ${page}
  ) as whole
  window ${COUNTED.map((c) => `${c}_known as (partition by ${c} is null order by at)`).join()}
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
export function quarterPages(sql: Sql, { system, since, until }: Period) {
  const row = z.object({ lines: text, last: instant, known: z.string() })
  let before = '{}'
  return paged(since, async (from) => {
    const found = await sql.row(row, quarters, [system, from, until, before])
    if (!found?.lines || !found.last) return null
    before = found.known
    return { page: found.lines, last: found.last }
  })
}

/** Each state told, many at once; what an error says of a time before the period is left out. */
export const statePages = (sql: Sql, { system, since, until }: Period) =>
  paged(since, async (from) => {
    const row = z.object({ payload: statePayload })
    const rows = await sql.rows(row, `select payload from state ${among} ${page}`, [system, from, until])
    const last = rows.at(-1)?.payload.at
    return last ? { page: rows.map(({ payload }) => within(payload, since)), last } : null
  })

const within = (state: StatePayload, since: Date) => ({
  ...state,
  errors: state.errors.map(({ code, at }) => ({ code, at: at < since ? null : at })),
})
export type ToldState = ReturnType<typeof within>
