import type { DayForecast, Forecast } from '@kellersonne/core/energy/forecast/forecast'
import type { Reissued } from '@kellersonne/core/energy/forecast/learnt'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import type { Sql } from '../../../platform/db/database.ts'
import type { SystemForecast } from '../stored-forecast.ts'
import { hourly, QUARTERS_AN_HOUR } from './coarse-band.ts'
import type { HourSums, IssuedKind, IssuedSum, Issues } from './pack-issues.ts'
import { type RecordedDay, recordStore } from './store.ts'

/** A forecast that is first made later than this after midnight is none of the day's beginning. */
export const EARLY_QUARTERS = 8

const toArray = (quarters: DayForecast['quarters']) => Float64Array.from(quarters, (one) => one ?? Number.NaN)

const kindOf = (day: DayForecast, { method }: Pick<Forecast, 'method'>): IssuedKind => ({
  method,
  course: toArray(day.quarters),
  low: hourly(toArray(day.low)),
  high: hourly(toArray(day.high)),
})

const HOURS = QUARTER_MS / 3_600_000

/** Returns the sum of a day; from a rule that has none, as long as most of the day is still ahead, that of the course. */
function sumOf({ sum, quarters }: DayForecast, quarter: number): IssuedSum | null {
  if (sum) return sum
  const isWhole = quarter < EARLY_QUARTERS && quarters.every((power) => power !== null)
  const expected = quarters.reduce<number>((energy, power) => energy + (power ?? 0), 0) * HOURS
  return isWhole ? { low: null, expected, high: null } : null
}

/** A forecast of today, as it is kept. */
type Today = RecordedDay & { readonly quarter: number; readonly issued: Omit<Issues, 'hours'> }

/** Returns what a forecast says of the day in which it is made; null if it says nothing. */
function todayOf({ system, made_at, pv, load }: SystemForecast): Today | null {
  const [sun, house] = [pv.days[0], load.days[0]]
  if (!sun || !house) return null
  const isKnown = [sun, house].some(({ quarters }) => quarters.some((power) => power !== null))
  const quarter = Math.floor((made_at.getTime() - sun.start.getTime()) / QUARTER_MS)
  if (!isKnown || quarter < 0 || quarter >= sun.quarters.length) return null
  return {
    ...{ system, start: sun.start, quarters: sun.quarters.length, quarter },
    issued: {
      first: quarter,
      weather: pv.weather === 'used' || load.weather === 'used',
      pv: kindOf(sun, pv),
      load: kindOf(house, load),
      sums: { pv: sumOf(sun, quarter), load: sumOf(house, quarter) },
    },
  }
}

/** Adds a forecast to those of its day: of each hour the newest counts, and the first of all stays. */
function added(before: Issues | undefined, { quarter, issued }: Today): Issues {
  const hours: (HourSums | null)[] = [...(before?.hours ?? [])]
  const hour = Math.floor(quarter / QUARTERS_AN_HOUR)
  while (hours.length < hour) hours.push(null)
  hours[hour] = issued.sums
  return { ...(before ?? issued), hours }
}

/** Keeps what forecasts that were just made say of today. */
export async function keepIssues(sql: Sql, made: readonly SystemForecast[]): Promise<void> {
  const store = recordStore(sql)
  const today = made.flatMap((forecast) => todayOf(forecast) ?? [])
  const before = await store.find(today)
  await store.put(
    today.map((one) => {
      const kept = before.find(
        ({ system, start }) => system === one.system && start.getTime() === one.start.getTime(),
      )
      return { ...one, issues: added(kept?.issues, one) }
    }),
  )
}

/**
 * Keeps the forecasts that would have been made of a system's past days at their beginning, for days of which both kinds are known.
 * A forecast that was made is never replaced.
 */
export async function keepReissued(
  sql: Sql,
  system: number,
  { pv, load, now }: { pv: readonly Reissued[]; load: readonly Reissued[]; now: Date },
): Promise<void> {
  const houses = new Map(load.map((one) => [one.forecast.day, one]))
  const days = pv.flatMap((sun) => {
    const house = houses.get(sun.forecast.day)
    if (!house) return []
    const { start, quarters, sum } = sun.forecast
    const issues: Issues = {
      ...{ first: 0, weather: sun.weather || house.weather, hours: [] },
      ...{ pv: kindOf(sun.forecast, sun), load: kindOf(house.forecast, house) },
      sums: { pv: sum, load: house.forecast.sum },
    }
    return [{ system, start, quarters: quarters.length, issues }]
  })
  await recordStore(sql).putReissued(days, now)
}
