import { setImmediate as turn } from 'node:timers/promises'
import { foundSoFar, isSuspicious } from '@kellersonne/core/energy/findings/day-so-far'
import type { WatchedQuarters } from '@kellersonne/core/energy/findings/quarters'
import type { Sql } from '../../platform/db/database.ts'
import { inIsolation } from '../../platform/db/in-isolation.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { readingStore } from '../../telemetry/readings/store.ts'
import { readDay } from '../health/read-battery.ts'
import { judgeSystem } from './judge-system.ts'
import { readLastHour } from './last-hour.ts'
import { findingStore, type HourlySystem } from './store.ts'
import { watchedOf } from './watched.ts'

const SYSTEMS_A_PART = 50
const HOUR_MS = 3_600_000
const MINUTES = 60
const AFTER_FAULT_MS = 6 * HOUR_MS

type OnFault = (system: number, error: unknown) => void
const fail: OnFault = (_, error) => {
  throw error
}

/** Returns when the hour of a system is looked at next: hours that were missed are not made up for. */
export function nextHour({ id }: Pick<OwnedSystem, 'id'>, now: Date): Date {
  const offset = (id % MINUTES) * 60_000
  return new Date((Math.floor((now.getTime() - offset) / HOUR_MS) + 1) * HOUR_MS + offset)
}

/** Judges a system as a night does, if its day so far is beyond what any usual day was; only what that says can be found. */
async function judgeDay(sql: Sql, system: HourlySystem, now: Date): Promise<void> {
  const store = findingStore(sql)
  const open = await store.open([system.id])
  const isOpen = (name: string) => open.some((one) => one.name === name)
  const day = watchedOf(await readDay(sql, system, now), now)
  const suspected = foundSoFar(system.rules, day).filter((name) => !isOpen(name))
  if (suspected.length === 0) return
  await turn()
  const [latest] = await readingStore(sql).latest([system.id])
  const { judged } = await judgeSystem(sql, system, { open, latest, pvYear: undefined }, now)
  const found = judged
    .filter((one) => one.verdict === 'unusual')
    .filter(({ name }) => suspected.includes(name))
  await store.put(system.id, found, now)
  await store.noteUnusual(
    system.id,
    found.map(({ name }) => name),
  )
}

/** Judges the days of some systems, if their last hour gives reason to. */
async function judgeLastHour(sql: Sql, systems: readonly HourlySystem[], now: Date): Promise<void> {
  const hours = await readLastHour(sql, systems, now)
  const isOdd = (hour: WatchedQuarters | undefined, { rules }: HourlySystem) =>
    hour !== undefined && isSuspicious(rules, hour)
  for (const system of systems) {
    if (!isOdd(hours.get(system.id), system)) continue
    await judgeDay(sql, system, now)
    await turn()
  }
  await findingStore(sql).postponeHours(systems.map((system) => [system.id, nextHour(system, now)]))
}

/**
 * Looks at the last hour of some of the systems that are due, between two nights; resolves to true if there may be more. Several
 * processes may do this at once. Must be called in a transaction.
 */
export async function judgeHours(sql: Sql, now: Date, onFault: OnFault = fail): Promise<boolean> {
  const store = findingStore(sql)
  const due = await store.dueByHour(now, SYSTEMS_A_PART)
  await inIsolation(
    sql,
    due,
    (systems) => judgeLastHour(sql, systems, now),
    async ({ id }, error) => {
      onFault(id, error)
      await store.postponeHours([[id, new Date(now.getTime() + AFTER_FAULT_MS)]])
    },
  )
  return due.length > 0
}
