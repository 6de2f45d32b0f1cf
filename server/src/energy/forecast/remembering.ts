import { curtailedQuarters } from '@kellersonne/core/energy/forecast/curtailed'
import type { History } from '@kellersonne/core/energy/forecast/days'
import { ownEfficiency } from '@kellersonne/core/energy/forecast/efficiency'
import type { Memory } from '@kellersonne/core/energy/forecast/memory'
import { lastDays, lastGrids } from '@kellersonne/core/energy/forecast/past'
import { ownFrom } from '@kellersonne/core/live/today'
import { type Day, dayAfter, dayOf, QUARTER_MS, quartersByDay, startOfDay } from '@kellersonne/core/time/days'
import type { Sql } from '../../platform/db/database.ts'
import type { Slices } from '../../platform/slices.ts'
import { memoryStore, type Remembered } from './memory-store.ts'
import { type Powers as Measured, quarterSeries } from './quarters.ts'
import type { Owned } from './store.ts'
import { overlaid, type Powers, packPowers, unpackPowers } from './year.ts'

const YEAR_DAYS = 366
/** All quarters are read anew after so long, each system at its own time of day: a unit may have sent old ones late. */
const ANEW_MS = 7 * 86_400_000
const QUARTERS_A_DAY = 96

/** The last year of a system, and what its forecasts have taught. */
export type Past = {
  readonly start: Date
  readonly pv: Powers
  readonly load: Powers
  readonly pvMemory: Memory | null
  readonly loadMemory: Memory | null
  readonly efficiency: number | null
  readonly builtAt: Date
}

/** When something is made, in slices in which others get their turn. */
export type Making = { readonly now: Date; readonly slices: Slices }

const earliestOf = ({ timeZone, visibleFrom }: Owned, now: Date) => {
  const first = startOfDay(dayAfter(dayOf(now, timeZone), -YEAR_DAYS), timeZone)
  const own = ownFrom(visibleFrom)
  return own > first ? own : first
}

const isDueAnew = ({ id }: Owned, { builtAt, isOutdated }: Remembered, now: Date) =>
  isOutdated ||
  (now.getTime() - builtAt.getTime() > ANEW_MS &&
    Math.floor(now.getTime() / QUARTER_MS) % QUARTERS_A_DAY === id % QUARTERS_A_DAY)

/** Reads a year of quarters, in slices. What was learnt stays, unless it was learnt from quarters that have been corrected. */
async function built(
  sql: Sql,
  system: Owned,
  before: Remembered | undefined,
  { now, slices }: Making,
): Promise<Past> {
  const start = earliestOf(system, now)
  const found = await quarterSeries(sql).year({ system: system.id, start }, now)
  const none: ReadonlySet<number> = new Set()
  if (slices.isOver()) await slices.next()
  const curtailed = found ? curtailedQuarters(found.flows) : none
  const keeps = before && !before.isOutdated
  return {
    start: found?.start ?? start,
    pv: { powers: found?.pv ?? [], curtailed },
    load: { powers: found?.load ?? [], curtailed: none },
    pvMemory: keeps ? before.pvMemory : null,
    loadMemory: keeps ? before.loadMemory : null,
    efficiency: found ? ownEfficiency(found.flows) : null,
    builtAt: now,
  }
}

/** Lays the days that were just read over what is remembered. */
export function broughtUp(system: Owned, before: Remembered, recent: Measured, now: Date): Past {
  const start = firstOf(system, before, now)
  return {
    ...{ ...before, start },
    pv: yearWith(before, before.pv, { start: recent.start, powers: recent.pv }, start),
    load: yearWith(before, before.load, { start: recent.start, powers: recent.load }, start),
  }
}

/** Returns where the last year of a system begins, as far as it is remembered. */
export function firstOf(system: Owned, before: Pick<Remembered, 'start'>, now: Date): Date {
  const start = earliestOf(system, now)
  return start > before.start ? start : before.start
}

/** Unpacks a remembered year from `first` on, with what was just read laid over it. */
function yearWith(
  before: Remembered,
  packed: Buffer,
  later: { readonly start: Date; readonly powers: Measured['pv'] },
  first: Date,
): Powers {
  const { powers, curtailed } = unpackPowers(packed)
  return {
    powers: overlaid(powers, before.start, later.powers, later.start, first),
    curtailed: moved(curtailed, before.start, first),
  }
}

/** Counts quarters since `first` instead of `start`. */
export function moved(quarters: ReadonlySet<number>, start: Date, first: Date): ReadonlySet<number> {
  const by = Math.round((first.getTime() - start.getTime()) / QUARTER_MS)
  return new Set([...quarters].map((quarter) => quarter - by).filter((quarter) => quarter >= 0))
}

/** Resolves to a system's past: what is remembered with what was just read, or all of it read anew. */
export async function pastOf(
  sql: Sql,
  system: Owned,
  before: Remembered | undefined,
  recent: Measured | undefined,
  making: Making,
): Promise<Past> {
  const { now } = making
  if (!before || !recent || isDueAnew(system, before, now)) return built(sql, system, before, making)
  return broughtUp(system, before, recent, now)
}

/** Stores a past. */
export async function remember(
  sql: Sql,
  system: number,
  past: Past & { behind: boolean },
  slices: Slices,
): Promise<void> {
  const [pv, load] = await slices.map([past.pv, past.load], packPowers)
  if (pv && load) await memoryStore(sql).put({ ...past, system, pv, load })
}

/** Groups quarters by local day; today's as far as it is over. */
export function historyOf(
  { start }: Pick<Past, 'start'>,
  { powers, curtailed }: Powers,
  timeZone: string,
  now: Date,
) {
  const history = new Map<Day, Powers['powers']>()
  const offset = start.getTime() / QUARTER_MS
  const today = dayOf(now, timeZone)
  const firstDay = dayOf(start, timeZone)
  const grids = lastGrids(today, YEAR_DAYS, timeZone, 'sun')
  for (const [i, day] of lastDays(today, YEAR_DAYS).entries()) {
    const grid = grids[i]
    if (!grid || day < firstDay) continue
    const { start: midnight, slots } = grid
    const first = midnight.getTime() / QUARTER_MS - offset
    const end = first + slots.length
    const missing = Array.from({ length: Math.max(0, -first) }, () => null)
    history.set(
      day,
      first < 0 ? [...missing, ...powers.slice(0, Math.max(0, end))] : powers.slice(first, end),
    )
  }
  const found: History = history
  return { history: found, curtailed: quartersByDay(curtailed, start, timeZone) }
}
