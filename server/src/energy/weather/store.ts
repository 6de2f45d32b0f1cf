import type { WeatherProvider } from '@kellersonne/contract/energy/weather-source'
import type { Weather } from '@kellersonne/core/energy/forecast/weather'
import type { Place } from '@kellersonne/core/systems/place'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { inTenths, TENTHS } from '../../systems/place-store.ts'
import type { HourlyWeather } from './judge.ts'
import { joined, type Stretch, withPast } from './past.ts'

/** Announces that a cell is due at once. */
export const WEATHER_WANTED = 'weather_wanted'
const HOUR_MS = 3_600_000
const MAX_BACK_OFF_MS = HOUR_MS
const FIRST_BACK_OFF_MS = 5 * 60_000

const cell = z.object({ latitude: z.int(), longitude: z.int() })
/** A tenth of a degree in each direction, named by its middle in tenths of a degree. */
export type Cell = z.output<typeof cell>

const whole = z.array(z.nullable(z.int()))
const row = z.extend(cell, {
  fetched_at: z.nullable(z.date()),
  issued_at: z.nullable(z.date()),
  start: z.nullable(z.date()),
  irradiance: whole,
  temperature: whole,
  past_start: z.nullable(z.date()),
  past_irradiance: whole,
  past_temperature: whole,
})
type Row = z.output<typeof row>
const columns = Object.keys(row.shape).join()

const gusts = z.extend(cell, { issuedAt: z.date(), start: z.date(), gust: whole })
/** The highest gusts of each hour from `start` on, m/s. */
export type CellGusts = Pick<z.output<typeof gusts>, 'issuedAt' | 'start' | 'gust'>

/** The weather of a cell, and when it was asked for with success. */
export type CellWeather = { readonly fetchedAt: Date; readonly weather: Weather }

export const placeOfCell = ({ latitude, longitude }: Cell): Place => ({
  latitude: latitude / TENTHS,
  longitude: longitude / TENTHS,
})
export const keyOfCell = ({ latitude, longitude }: Cell) => `${latitude} ${longitude}`

const tenthsOf = (values: readonly (number | null)[]) =>
  values.map((value) => (value === null ? null : Math.round(value * TENTHS)))
const fromTenths = (values: readonly (number | null)[]) =>
  values.map((value) => (value === null ? null : value / TENTHS))
const rounded = (values: readonly (number | null)[]) =>
  values.map((value) => (value === null ? null : Math.round(value)))

function latestIn({ start, irradiance, temperature, fetched_at: fetchedAt }: Row) {
  return start && fetchedAt && { start, irradiance, temperature: fromTenths(temperature), fetchedAt }
}
const pastIn = ({ past_start: start, past_irradiance, past_temperature }: Row): Stretch | null =>
  start && { start, irradiance: past_irradiance, temperature: fromTenths(past_temperature) }

/** When a cell is asked for within each hour: the cells are spread over it. */
function offsetOf({ latitude, longitude }: Cell): number {
  let hash = Math.imul(latitude, 0x9e37_79b1) ^ Math.imul(longitude, 0x85eb_ca6b)
  // The finalizer of MurmurHash3, without which neighbours would come one after the other.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35)
  return (((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32) * HOUR_MS
}

/** Returns a cell's next time, at least half an hour after `now`. */
function nextOf(of: Cell, now: Date): Date {
  const [hour, offset] = [Math.floor(now.getTime() / HOUR_MS) * HOUR_MS, offsetOf(of)]
  const next = hour + offset
  return new Date(next > now.getTime() + HOUR_MS / 2 ? next : next + HOUR_MS)
}

const backOff = (tries: number) => Math.min(MAX_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** Math.min(tries, 10))

/** So many of the cells that are due longest take turns by their owners. */
const TURNING = 1000
/** The turn of each cell that is due at $1: the earliest among the cells of each of its owners. */
const TURNS = `
  select latitude, longitude, min(turn) as turn from (
    select latitude, longitude, row_number() over (partition by owner order by next_at, latitude, longitude) as turn
    from (
      select distinct owner, latitude, longitude, next_at from ownership join (
        select latitude, longitude, next_at from weather_cell where next_at <= $1 order by next_at limit ${TURNING}
      ) as longest using (latitude, longitude)
    ) as places
  ) as own group by latitude, longitude`

/** The only file that writes the table `weather_cell`. */
export const weatherStore = (sql: Sql) => ({
  /** Wants the weather of a place, at once if it is new. */
  async want(place: Place, now: Date): Promise<void> {
    await sql.run(
      `with added as (
         insert into weather_cell (latitude, longitude, next_at) values ($1, $2, $3)
         on conflict do nothing returning latitude)
       select pg_notify('${WEATHER_WANTED}', '') from added`,
      [...inTenths(place), now],
    )
  },

  /** Wants the weather of all places that owners have named; resolves to how many were new. */
  follow: (now: Date): Promise<number> =>
    sql.run(
      `insert into weather_cell (latitude, longitude, next_at)
       select distinct latitude, longitude, $1::timestamptz from ownership where latitude is not null
       on conflict do nothing`,
      [now],
    ),

  /**
   * Takes cells that are due and leaves them to the caller until `lease`: of each owner the one that is due longest, then of each
   * the next, so that nobody uses up with many places what a provider answers in an hour. Those in which no system is any more
   * are forgotten. Rows that another process has locked are left to it.
   */
  async take(limit: number, now: Date, lease: Date): Promise<(Cell & { readonly tries: number })[]> {
    const due = await sql.rows(
      z.extend(cell, { tries: z.int(), wanted: z.boolean() }),
      `select latitude, longitude, tries, exists (
         select from ownership where (ownership.latitude, ownership.longitude) = (due.latitude, due.longitude)) as wanted
       from weather_cell as due left join (${TURNS}) as turns using (latitude, longitude) where next_at <= $1
       order by turn, next_at, latitude, longitude limit $2 for update of due skip locked`,
      [now, limit],
    )
    const [wanted, left] = [due.filter((one) => one.wanted), due.filter((one) => !one.wanted)]
    const cells = (all: readonly Cell[]) => [
      all.map(({ latitude }) => latitude),
      all.map(({ longitude }) => longitude),
    ]
    const these = '(latitude, longitude) in (select * from unnest($1::smallint[], $2::smallint[]))'
    if (left.length > 0) await sql.run(`delete from weather_cell where ${these}`, cells(left))
    if (wanted.length > 0)
      await sql.run(`update weather_cell set next_at = $3 where ${these}`, [...cells(wanted), lease])
    return wanted
  },

  /**
   * Keeps the weather that `provider` has issued of a cell; another provider's is deleted. `gust_issued_at`: processes of before
   * there were gusts leave those of an earlier issue as they are.
   */
  async put(of: Cell, provider: WeatherProvider, issued: HourlyWeather, now: Date): Promise<void> {
    const before = await sql.row(
      row,
      `select ${columns} from weather_cell where latitude = $1 and longitude = $2 and provider = $3 for update`,
      [of.latitude, of.longitude, provider],
    )
    const past = before ? withPast(pastIn(before), latestIn(before), now) : null
    await sql.run(
      `update weather_cell set next_at = $3, tries = 0, failing_since = null, provider = $4, fetched_at = $5, issued_at = $6,
         start = $7, irradiance = $8, cloud = $9, temperature = $10,
         past_start = $11, past_irradiance = $12, past_temperature = $13, gust = $14, gust_issued_at = $6
       where latitude = $1 and longitude = $2`,
      [
        ...[of.latitude, of.longitude, nextOf(of, now), provider, now, issued.issuedAt, issued.start],
        ...[rounded(issued.irradiance), rounded(issued.cloud), tenthsOf(issued.temperature)],
        ...[past?.start ?? null, rounded(past?.irradiance ?? []), tenthsOf(past?.temperature ?? [])],
        tenthsOf(issued.gust),
      ],
    )
  },

  /** Notes that a cell was asked for in vain, to be asked for again after `retryMs`, or later the more often that was so. */
  async fail(of: Cell & { readonly tries: number }, retryMs: number | null, now: Date): Promise<void> {
    await sql.run(
      `update weather_cell set next_at = $3, tries = tries + 1, failing_since = coalesce(failing_since, $4)
       where latitude = $1 and longitude = $2`,
      [of.latitude, of.longitude, new Date(now.getTime() + (retryMs ?? backOff(of.tries))), now],
    )
  },

  /** Resolves to the weather of these cells that `provider` has issued, by `keyOfCell`. */
  async of(cells: readonly Cell[], provider: WeatherProvider, now: Date): Promise<Map<string, CellWeather>> {
    if (cells.length === 0) return new Map()
    const rows = await sql.rows(
      row,
      `select ${columns} from weather_cell where provider = $3
         and (latitude, longitude) in (select * from unnest($1::smallint[], $2::smallint[]))`,
      [cells.map(({ latitude }) => latitude), cells.map(({ longitude }) => longitude), provider],
    )
    return new Map(
      rows.flatMap((found) => {
        const latest = latestIn(found)
        if (!latest || !found.issued_at) return []
        const weather = { issuedAt: found.issued_at, stepMs: HOUR_MS, ...joined(pastIn(found), latest, now) }
        return [[keyOfCell(found), { fetchedAt: latest.fetchedAt, weather }] as const]
      }),
    )
  },

  /** Resolves to the gusts of these cells in the latest issue of `provider`, by `keyOfCell`; none where it has no gusts. */
  async gustsOf(cells: readonly Cell[], provider: WeatherProvider): Promise<Map<string, CellGusts>> {
    if (cells.length === 0) return new Map()
    const rows = await sql.rows(
      gusts,
      `select latitude, longitude, issued_at as "issuedAt", start, gust from weather_cell
       where provider = $3 and gust_issued_at = issued_at
         and (latitude, longitude) in (select * from unnest($1::smallint[], $2::smallint[]))`,
      [cells.map(({ latitude }) => latitude), cells.map(({ longitude }) => longitude), provider],
    )
    return new Map(rows.map(({ gust, ...row }) => [keyOfCell(row), { ...row, gust: fromTenths(gust) }]))
  },

  /** Resolves to when weather of a cell was asked for with success, and when that was issued; undefined if never. */
  async timesOf(place: Place, provider: WeatherProvider) {
    return sql.row(
      z.object({ fetchedAt: z.date(), issuedAt: z.date() }),
      `select fetched_at as "fetchedAt", issued_at as "issuedAt" from weather_cell
       where latitude = $1 and longitude = $2 and provider = $3 and issued_at is not null`,
      [...inTenths(place), provider],
    )
  },
})
