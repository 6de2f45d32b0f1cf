import type { WeatherProvider } from '@kellersonne/contract/energy/weather-source'
import { loadForecast } from '@kellersonne/core/energy/forecast/load'
import { FEWEST_LIKE_DAYS, pvForecast } from '@kellersonne/core/energy/forecast/pv'
import { FEWEST_DAYS } from '@kellersonne/core/energy/forecast/recent'
import { quarterOf } from '@kellersonne/core/time/days'
import type { Sql } from '../../platform/db/database.ts'
import { inIsolation } from '../../platform/db/in-isolation.ts'
import { failPart, type OnFault } from '../../platform/jobs/faults.ts'
import { openSlices } from '../../platform/slices.ts'
import { announceSystems } from '../../telemetry/readings/system-changed.ts'
import { catchUp, type Learnt, learnFrom, spanOf } from './learning.ts'
import { memoryStore } from './memory-store.ts'
import { keepOutlooks } from './outlooks.ts'
import { quarterSeries } from './quarters.ts'
import { judgeDays } from './record/judge.ts'
import { keepIssues } from './record/keep.ts'
import type { Making } from './remembering.ts'
import { forecastStore, type Owned } from './store.ts'
import type { SystemForecast } from './stored-forecast.ts'
import { worldOf } from './world.ts'

/** Few enough that neither this process nor the database is busy for long. */
const SYSTEMS_A_PART = 10
/** The bad-weather rule looks 48 hours ahead, at any time of today. */
const DAYS = 3
/** With little history, forecasts are made anew this often: a unit that was away sends days of readings within minutes. */
const AGAIN_MS = 60_000

/**
 * Makes some of the forecasts that are due; resolves to true if there may be more to do. Several processes may do this
 * at once. Time per system does not grow with the fleet: an index finds what is due, and changes of owners are looked up
 * only once nothing is due; so are days that are over and wait to be judged. A system whose forecast fails has none, and does
 * not keep others from theirs. `provider`: whose weather may be used.
 */
export async function makeForecasts(
  sql: Sql,
  now: Date,
  provider: WeatherProvider | null = null,
  onFault: OnFault = failPart,
): Promise<boolean> {
  const store = forecastStore(sql)
  const again = new Date(now.getTime() - AGAIN_MS)
  const due = await store.due(
    quarterOf(now),
    { fewest: FEWEST_DAYS, few: FEWEST_LIKE_DAYS, again },
    SYSTEMS_A_PART,
  )
  if (due.length === 0)
    return (
      (await store.follow()) > 0 ||
      (await judgeDays(sql, now, onFault)) ||
      catchUp(sql, now, provider, onFault)
    )
  const make = (systems: readonly Owned[]) => makeAll(sql, systems, now, provider)
  await inIsolation(sql, due, make, async ({ id }, error) => {
    onFault(id, error)
    await store.clear(id, now)
  })
  await announceSystems(
    sql,
    due.map(({ id }) => id),
  )
  return true
}

/** Makes and keeps the forecasts of systems that are locked. */
async function makeAll(sql: Sql, due: readonly Owned[], now: Date, provider: WeatherProvider | null) {
  const powers = await quarterSeries(sql).powers(
    due.map((system) => spanOf(system, now)),
    now,
  )
  const remembered = await memoryStore(sql).of(due)
  const world = await worldOf(sql, due, provider, now)
  const slices = openSlices()
  const made: SystemForecast[] = []
  for (const system of due) {
    const recent = powers.find((one) => one.system === system.id)
    const known = await learnFrom(sql, system, world(system), {
      ...{ remembered: remembered.get(system.id), recent, now },
    })
    const forecast = await forecastOf(system, known, { now, slices })
    await forecastStore(sql).put(forecast)
    made.push(forecast)
  }
  await keepIssues(sql, made)
  await keepOutlooks(sql, made, { owned: due, provider, now })
}

/** Makes a system's forecast, in slices: each kind takes some ten milliseconds. */
async function forecastOf(
  { id, since }: Owned,
  { pv, load, past }: Learnt,
  { now, slices }: Making,
): Promise<SystemForecast> {
  await slices.next()
  const sun = pvForecast(pv, DAYS)
  await slices.next()
  return {
    ...{ system: id, since, made_at: now, efficiency: past.efficiency },
    pv: sun,
    load: loadForecast(load, DAYS),
  }
}
