import { setImmediate as turn } from 'node:timers/promises'
import type { WeatherProvider } from '@kellersonne/contract/energy/weather-source'
import { learnLoad } from '@kellersonne/core/energy/forecast/house/learn'
import { loadForecast } from '@kellersonne/core/energy/forecast/load'
import { FEWEST_LIKE_DAYS, pvForecast } from '@kellersonne/core/energy/forecast/pv'
import { FEWEST_DAYS, HISTORY_DAYS } from '@kellersonne/core/energy/forecast/recent'
import { learnPv } from '@kellersonne/core/energy/forecast/sun/learn'
import { ownFrom } from '@kellersonne/core/live/today'
import { dayAfter, dayOf, QUARTER_MS, quarterOf, startOfDay } from '@kellersonne/core/time/days'
import type { Sql } from '../../platform/db/database.ts'
import { announceSystems } from '../../telemetry/readings/system-changed.ts'
import { memoryStore, type Remembered } from './memory-store.ts'
import { type Powers, quarterSeries } from './quarters.ts'
import { judgeDays } from './record/judge.ts'
import { keepIssues } from './record/keep.ts'
import { historyOf, type Past, pastOf, remember } from './remembering.ts'
import { forecastStore, type Owned } from './store.ts'
import type { SystemForecast } from './stored-forecast.ts'
import { type World, worldOf } from './world.ts'

/** Few enough that neither this process nor the database is busy for long. */
const SYSTEMS_A_PART = 10
/** Of a new memory, which takes 60 days, so many are learnt from with each forecast. */
const DAYS_AT_ONCE = 2
/** Quarters of an hour after midnight over which learning from yesterday is spread. */
const SPREAD_OVER = 20
/** The bad-weather rule looks 48 hours ahead, at any time of today. */
const DAYS = 3
/** With little history, forecasts are made anew this often: a unit that was away sends days of readings within minutes. */
const AGAIN_MS = 60_000

/**
 * Makes some of the forecasts that are due; resolves to true if there may be more to do. Several processes may do this
 * at once. Time per system does not grow with the fleet: an index finds what is due, and changes of owners are looked up
 * only once nothing is due; so are days that are over and wait to be judged. `provider`: whose weather may be used.
 */
export async function makeForecasts(
  sql: Sql,
  now: Date,
  provider: WeatherProvider | null = null,
): Promise<boolean> {
  const store = forecastStore(sql)
  const again = new Date(now.getTime() - AGAIN_MS)
  const due = await store.due(
    quarterOf(now),
    { fewest: FEWEST_DAYS, few: FEWEST_LIKE_DAYS, again },
    SYSTEMS_A_PART,
  )
  if (due.length === 0) return (await store.follow()) > 0 || judgeDays(sql, now)
  const powers = await quarterSeries(sql).powers(
    due.map((system) => spanOf(system, now)),
    now,
  )
  const remembered = await memoryStore(sql).of(due)
  const world = await worldOf(sql, due, provider, now)
  const made: SystemForecast[] = []
  for (const system of due) {
    const recent = powers.find((one) => one.system === system.id)
    const forecast = await forecastOf(sql, system, world(system), {
      ...{ remembered: remembered.get(system.id), recent, now },
    })
    await store.put(forecast)
    made.push(forecast)
    await turn()
  }
  await keepIssues(sql, made)
  await announceSystems(
    sql,
    due.map(({ id }) => id),
  )
  return true
}

/** The last days of a system that are read with every forecast. */
export function spanOf({ id, timeZone, visibleFrom }: Owned, now: Date) {
  const first = startOfDay(dayAfter(dayOf(now, timeZone), -HISTORY_DAYS), timeZone)
  const own = ownFrom(visibleFrom)
  return { system: id, start: own > first ? own : first }
}

type Inputs = {
  readonly remembered: Remembered | undefined
  readonly recent: Powers | undefined
  readonly now: Date
}

/** Forecasts a system, and remembers what its last days have taught. */
async function forecastOf(
  sql: Sql,
  system: Owned,
  world: World,
  { remembered, recent, now }: Inputs,
): Promise<SystemForecast> {
  const past = await pastOf(sql, system, remembered, recent, now)
  const known = { now, timeZone: system.timeZone, ...world }
  const pv = { ...known, ...historyOf(past, past.pv, system.timeZone, now) }
  const load = { ...known, ...historyOf(past, past.load, system.timeZone, now) }
  const days = daysToLearn(system, past, now)
  const pvMemory = days > 0 ? learnPv({ ...pv, memory: past.pvMemory }, days) : past.pvMemory
  const loadMemory = days > 0 ? learnLoad({ ...load, memory: past.loadMemory }, days) : past.loadMemory
  if (
    pvMemory !== past.pvMemory ||
    loadMemory !== past.loadMemory ||
    past.builtAt.getTime() === now.getTime()
  )
    await remember(sql, system.id, { ...past, pvMemory, loadMemory })
  return {
    ...{ system: system.id, since: system.since, made_at: now, efficiency: past.efficiency },
    pv: pvForecast({ ...pv, memory: pvMemory }, DAYS),
    load: loadForecast({ ...load, memory: loadMemory }, DAYS),
  }
}

/** Returns from how many days to learn now: from yesterday each night, spread over five hours; of older ones a few at once. */
function daysToLearn({ id, timeZone }: Owned, { pvMemory, loadMemory }: Past, now: Date): number {
  const yesterday = dayAfter(dayOf(now, timeZone), -1)
  const [one = '', other = ''] = [pvMemory?.learnt ?? '', loadMemory?.learnt ?? '']
  const learnt = one < other ? one : other
  if (learnt >= yesterday) return 0
  if (learnt < dayAfter(yesterday, -1)) return DAYS_AT_ONCE
  const passed = (now.getTime() - startOfDay(dayAfter(yesterday), timeZone).getTime()) / QUARTER_MS
  return id % SPREAD_OVER <= passed ? 1 : 0
}
