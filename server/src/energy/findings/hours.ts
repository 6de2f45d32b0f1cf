import { setImmediate as turn } from 'node:timers/promises'
import { foundSoFar, isSuspicious } from '@kellersonne/core/energy/findings/day-so-far'
import type { WatchedQuarters } from '@kellersonne/core/energy/findings/quarters'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import type { Sql } from '../../platform/db/database.ts'
import { inIsolation } from '../../platform/db/in-isolation.ts'
import { failPart, type OnFault } from '../../platform/jobs/faults.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { type Latest, readingStore, visibleSince } from '../../telemetry/readings/store.ts'
import { readDay } from '../health/read-battery.ts'
import { judgeSystem, readPast } from './judge-system.ts'
import { findingStore, type HourlySystem } from './store.ts'
import { watchedOf } from './watched.ts'

const SYSTEMS_A_PART = 100
const HOUR_MS = 3_600_000
const MINUTES = 60
const QUARTER_HOURS = 0.25
const AFTER_FAULT_MS = 6 * HOUR_MS

/** Returns when a system is looked at next: hours that were missed are not made up for. */
export function nextHour({ id }: Pick<OwnedSystem, 'id'>, now: Date): Date {
  const offset = (id % MINUTES) * 60_000
  return new Date((Math.floor((now.getTime() - offset) / HOUR_MS) + 1) * HOUR_MS + offset)
}

/** Returns what a system measured at its latest, as a quarter of that power; null if that is not of now, or was another owner's. */
function momentOf(
  latest: Latest | undefined,
  { visible_from }: OwnedSystem,
  now: Date,
): WatchedQuarters | null {
  const { reading } = visibleSince(latest, visible_from)
  if (!reading) return null
  const nowOf = (value: number | null, at: Date | null) =>
    value !== null && at && now.getTime() - at.getTime() <= QUARTER_MS ? value : Number.NaN
  const grid = nowOf(reading.grid_w, reading.grid_w_at)
  const battery = nowOf(reading.battery_w, reading.battery_w_at)
  const soc = Float64Array.of(nowOf(reading.soc, reading.soc_at))
  const above = (watts: number) => Float64Array.of(Math.max(0, watts) * QUARTER_HOURS)
  return {
    ...{ start: now.getTime(), soc, lowest: soc, excused: new Uint8Array(1) },
    ...{ charge: above(-battery), discharge: above(battery), pv: Float64Array.of(Number.NaN) },
    ...{ import: above(grid), feedIn: above(-grid) },
  }
}

/** Judges a system as a night does, if its day so far is beyond what any usual day was; only what that says can be found. */
async function judgeDay(
  sql: Sql,
  system: HourlySystem,
  latest: Latest | undefined,
  now: Date,
): Promise<void> {
  const store = findingStore(sql)
  const open = new Set((await store.open([system.id])).map(({ name }) => name))
  const day = watchedOf(await readDay(sql, system, now), now)
  const suspected = foundSoFar(system.rules, day).filter((name) => !open.has(name))
  if (suspected.length === 0) return
  await turn()
  const [past] = await readPast(sql, [system], now)
  if (!past) return
  const { judged } = await judgeSystem(sql, system, { open: [], latest, pvYear: undefined, past }, now)
  const found = judged
    .filter((one) => one.verdict === 'unusual')
    .filter(({ name }) => suspected.includes(name))
  if (found.length === 0) return
  await store.put(system.id, found, now)
  await store.noteUnusual(
    system.id,
    found.map(({ name }) => name),
  )
}

/** Judges the days of some systems, if this moment gives reason to: most do not. */
async function judgeMoment(sql: Sql, systems: readonly HourlySystem[], now: Date): Promise<void> {
  const found = await readingStore(sql).latest(systems.map(({ id }) => id))
  const latest = new Map(found.map((one) => [one.system, one]))
  for (const system of systems) {
    const moment = momentOf(latest.get(system.id), system, now)
    if (moment === null || !isSuspicious(system.rules, moment)) continue
    await judgeDay(sql, system, latest.get(system.id), now)
    await turn()
  }
  await findingStore(sql).postponeHours(systems.map((system) => [system.id, nextHour(system, now)]))
}

/**
 * Looks at some of the systems whose hour is over, between two nights; resolves to true if there may be more. Several processes
 * may do this at once. Must be called in a transaction.
 */
export async function judgeHours(sql: Sql, now: Date, onFault: OnFault = failPart): Promise<boolean> {
  const store = findingStore(sql)
  const due = await store.dueByHour(now, SYSTEMS_A_PART)
  await inIsolation(
    sql,
    due,
    (systems) => judgeMoment(sql, systems, now),
    async ({ id }, error) => {
      onFault(id, error)
      await store.postponeHours([[id, new Date(now.getTime() + AFTER_FAULT_MS)]])
    },
  )
  return due.length > 0
}
