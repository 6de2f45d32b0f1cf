import type { WeatherProvider } from '@kellersonne/contract/energy/weather-source'
import { type History, quartersIn } from '@kellersonne/core/energy/forecast/days'
import type { Known } from '@kellersonne/core/energy/forecast/forecast'
import { loadForecast } from '@kellersonne/core/energy/forecast/load'
import { pvForecast } from '@kellersonne/core/energy/forecast/pv'
import { FEWEST_DAYS, HISTORY_DAYS } from '@kellersonne/core/energy/forecast/recent'
import { ownFrom } from '@kellersonne/core/live/today'
import { regionOf } from '@kellersonne/core/systems/place'
import { dayAfter, dayOf, QUARTER_MS, quarterOf, startOfDay } from '@kellersonne/core/time/days'
import type { Watts } from '@kellersonne/core/units/units'
import type { Sql } from '../../platform/db/database.ts'
import { announceSystems } from '../../telemetry/readings/system-changed.ts'
import { type Cell, keyOfCell, placeOfCell, weatherStore } from '../weather/store.ts'
import { type Powers, quarterSeries } from './quarters.ts'
import { judgeDays } from './record/judge.ts'
import { keepIssues } from './record/keep.ts'
import { forecastStore, type Owned } from './store.ts'
import type { SystemForecast } from './stored-forecast.ts'

/** Few enough that neither this process nor the database is busy for long. */
const SYSTEMS_A_PART = 10
/** The bad-weather rule looks 48 hours ahead, at any time of today. */
const DAYS = 3
/** With little history, forecasts are made anew this often: a unit that was away sends days of readings within minutes. */
const AGAIN_MS = 60_000

/**
 * Makes some of the forecasts that are due; resolves to true if there may be more to do. Several processes may do this
 * at once. Time per system does not grow with the fleet: an index finds what is due, and changes of owners are looked up
 * only once nothing is due; so are days that are over and wait to be judged.
 */
export async function makeForecasts(
  sql: Sql,
  now: Date,
  provider: WeatherProvider | null = null,
): Promise<boolean> {
  const store = forecastStore(sql)
  const again = new Date(now.getTime() - AGAIN_MS)
  const due = await store.due(quarterOf(now), FEWEST_DAYS, again, SYSTEMS_A_PART)
  if (due.length === 0) return (await store.follow()) > 0 || judgeDays(sql, now)
  const powers = await quarterSeries(sql).powers(
    due.map((system) => spanOf(system, now)),
    now,
  )
  const weather = provider ? await weatherStore(sql).of(due.flatMap(cellOf), provider, now) : new Map()
  const made = due.map((system) => {
    const [cell] = cellOf(system)
    return forecastOf(
      system,
      powers.find((one) => one.system === system.id),
      { weather: cell ? (weather.get(keyOfCell(cell))?.weather ?? null) : null },
      now,
    )
  })
  for (const forecast of made) await store.put(forecast)
  await keepIssues(sql, made)
  await announceSystems(
    sql,
    due.map(({ id }) => id),
  )
  return true
}

function spanOf({ id, timeZone, visibleFrom }: Owned, now: Date) {
  const first = startOfDay(dayAfter(dayOf(now, timeZone), -HISTORY_DAYS), timeZone)
  const own = ownFrom(visibleFrom)
  return { system: id, start: own > first ? own : first }
}

/** Returns the cell that a system stands in, if its owner has said so. */
const cellOf = ({ latitude, longitude }: Owned): Cell[] =>
  latitude === null || longitude === null ? [] : [{ latitude, longitude }]

function forecastOf(
  owned: Owned,
  powers: Powers | undefined,
  { weather }: Pick<Known, 'weather'>,
  now: Date,
): SystemForecast {
  const { id, timeZone, since } = owned
  const [cell] = cellOf(owned)
  const place = cell ? placeOfCell(cell) : null
  const world = { now, timeZone, place, weather: weather ?? null, region: regionOf(timeZone, place) }
  const history = (of: 'pv' | 'load') => historyOf(powers?.start ?? now, powers?.[of] ?? [], timeZone, now)
  return {
    system: id,
    since,
    made_at: now,
    pv: pvForecast({ history: history('pv'), ...world }, DAYS),
    load: loadForecast({ history: history('load'), ...world }, DAYS),
  }
}

/** Groups powers by local day of the system. */
function historyOf(start: Date, powers: readonly (Watts | null)[], timeZone: string, now: Date): History {
  const offset = start.getTime() / QUARTER_MS
  const today = dayOf(now, timeZone)
  const days = Array.from({ length: HISTORY_DAYS + 1 }, (_, i) => dayAfter(today, -i))
  return new Map(
    days.map((day) => {
      const first = startOfDay(day, timeZone).getTime() / QUARTER_MS
      const length = quartersIn(day, timeZone)
      return [day, Array.from({ length }, (_, i) => powers[first + i - offset] ?? null)]
    }),
  )
}
