import type { WeatherProvider } from '@kellersonne/contract/energy/weather-source'
import type { Known } from '@kellersonne/core/energy/forecast/forecast'
import { learnLoad } from '@kellersonne/core/energy/forecast/house/learn'
import { HISTORY_DAYS } from '@kellersonne/core/energy/forecast/recent'
import { learnPv } from '@kellersonne/core/energy/forecast/sun/learn'
import { ownFrom } from '@kellersonne/core/live/today'
import { dayAfter, dayOf, QUARTER_MS, startOfDay } from '@kellersonne/core/time/days'
import type { Sql } from '../../platform/db/database.ts'
import { inIsolation } from '../../platform/db/in-isolation.ts'
import { openSlices } from '../../platform/slices.ts'
import { memoryStore, type Remembered } from './memory-store.ts'
import { type Powers, quarterSeries } from './quarters.ts'
import { keepReissued } from './record/keep.ts'
import { historyOf, type Past, pastOf, remember } from './remembering.ts'
import { forecastStore, type Owned } from './store.ts'
import { type World, worldOf } from './world.ts'

/** Of a new memory, which takes 60 days, so many are learnt from with each forecast. */
const DAYS_AT_ONCE = 2
/** Quarters of an hour after midnight over which learning from yesterday is spread. */
const SPREAD_OVER = 20

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

/** A system's past, and what is known for its forecasts with what was learnt of it. */
export type Learnt = { readonly past: Past; readonly pv: Known; readonly load: Known }

/** Returns what a system's past says for its forecasts. */
export function knownOf({ timeZone }: Owned, world: World, past: Past, now: Date) {
  const known = { now, timeZone, ...world }
  return {
    pv: { ...known, ...historyOf(past, past.pv, timeZone, now), memory: past.pvMemory },
    load: { ...known, ...historyOf(past, past.load, timeZone, now), memory: past.loadMemory },
  }
}

/**
 * Learns from some of a system's last days, remembers it, and keeps the forecasts that were made anew for it where none of
 * that day is kept. In slices: a year takes a tenth of a second and more.
 */
export async function learnFrom(
  sql: Sql,
  system: Owned,
  world: World,
  { remembered, recent, now }: Inputs,
): Promise<Learnt> {
  const slices = openSlices()
  const past = await pastOf(sql, system, remembered, recent, { now, slices })
  if (slices.isOver()) await slices.next()
  const known = knownOf(system, world, past, now)
  const days = daysToLearn(system, past, now)
  const isBuilt = past.builtAt.getTime() === now.getTime()
  if (days === 0) {
    if (isBuilt) await remember(sql, system.id, { ...past, behind: false }, slices)
    return { past, ...known }
  }
  const sun = await slices.finish(learnPv(known.pv, days))
  const house = await slices.finish(learnLoad(known.load, days))
  const learnt = { ...past, pvMemory: sun.memory, loadMemory: house.memory }
  const hasMoved = sun.memory !== past.pvMemory || house.memory !== past.loadMemory
  const behind = hasMoved && daysToLearn(system, learnt, now) > 0
  if (hasMoved || isBuilt) await remember(sql, system.id, { ...learnt, behind }, slices)
  // Without a day to learn from it would remain the first of those behind, and keep all others waiting.
  else await memoryStore(sql).stopCatchingUp(system.id)
  await keepReissued(sql, system.id, { pv: sun.reissued, load: house.reissued, now })
  return {
    past: learnt,
    pv: { ...known.pv, memory: sun.memory },
    load: { ...known.load, memory: house.memory },
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

/**
 * Goes on learning from one system's past days, as nothing else is due: in a small fleet a new system's record fills within
 * minutes. Resolves to false, so that the next days have to wait for the job's next look.
 */
export async function catchUp(
  sql: Sql,
  now: Date,
  provider: WeatherProvider | null,
  onFault: (system: number, error: unknown) => void,
): Promise<false> {
  await inIsolation(
    sql,
    await forecastStore(sql).behind(1),
    ([system]) => learnFurther(sql, system, now, provider),
    async ({ id }, error) => {
      onFault(id, error)
      await memoryStore(sql).stopCatchingUp(id)
    },
  )
  return false
}

async function learnFurther(
  sql: Sql,
  system: Owned | undefined,
  now: Date,
  provider: WeatherProvider | null,
): Promise<void> {
  if (!system) return
  const [recent] = await quarterSeries(sql).powers([spanOf(system, now)], now)
  const remembered = (await memoryStore(sql).of([system])).get(system.id)
  const world = (await worldOf(sql, [system], provider, now))(system)
  await learnFrom(sql, system, world, { remembered, recent, now })
}
