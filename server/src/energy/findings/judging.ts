import { setImmediate as turn } from 'node:timers/promises'
import { judgeQuarters, type Limits } from '@kellersonne/core/energy/findings/judge'
import type { Judgement } from '@kellersonne/core/energy/findings/judgement'
import { judgePv } from '@kellersonne/core/energy/findings/pv'
import type { WatchedQuarters } from '@kellersonne/core/energy/findings/quarters'
import { dayAfter, dayOf, QUARTER_MS, startOfDay } from '@kellersonne/core/time/days'
import type { Sql } from '../../platform/db/database.ts'
import { inIsolation } from '../../platform/db/in-isolation.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { type Latest, readingStore, visibleSince } from '../../telemetry/readings/store.ts'
import { restsOf } from '../../telemetry/readings/switching.ts'
import { spanOf } from '../forecast/learning.ts'
import { type PvYear, pvYearsOf } from '../forecast/past-now.ts'
import { sunPastOf } from '../forecast/record/sun-days.ts'
import { readBatteryAndWeek } from '../health/read-battery.ts'
import { judgeCounters } from './counters.ts'
import { type Check, type Finding, findingStore } from './store.ts'

const SYSTEMS_A_PART = 10
/** Sixty days that say what is usual, and those that are judged. */
const DAYS = 67
/** Excuses are looked for in so many days. */
const EXCUSED_DAYS = 14
const DAY_MS = 86_400_000
const PERCENT = 100
/** Nights begin three hours after midnight, once days are sealed, and are spread over four hours. */
const NIGHT = { fromMs: 3.25 * 3_600_000, minutes: 240 }
/** A new owner's unit may still be sending its past: in the first week, what cannot be judged yet is looked at each hour. */
const NEW = { forMs: 7 * DAY_MS, againMs: 3_600_000 }
const AFTER_FAULT_MS = 6 * 3_600_000

type OnFault = (system: number, error: unknown) => void
const fail: OnFault = (_, error) => {
  throw error
}

/** Returns when a system is judged next: in the night to come, or earlier if nothing could be judged and it is new. */
function nextTime({ id, since, time_zone }: OwnedSystem, judged: readonly Judgement[], now: Date): Date {
  const isKnown = judged.some(({ name, verdict }) => name !== 'counter' && verdict !== 'unknown')
  if (!isKnown && now.getTime() - since.getTime() < NEW.forMs) return new Date(now.getTime() + NEW.againMs)
  const spread = NIGHT.fromMs + (id % NIGHT.minutes) * 60_000
  const at = (day: ReturnType<typeof dayOf>) => new Date(startOfDay(day, time_zone).getTime() + spread)
  const today = dayOf(now, time_zone)
  return at(today) > now ? at(today) : at(dayAfter(today))
}

/** Marks the quarters in which the unit reported that it would not charge or discharge at will. */
async function excuse(sql: Sql, { id }: OwnedSystem, quarters: WatchedQuarters, now: Date): Promise<void> {
  const { start, excused } = quarters
  for (const { from, until } of await restsOf(sql, id, new Date(now.getTime() - EXCUSED_DAYS * DAY_MS), now))
    excused.fill(
      1,
      Math.max(0, Math.floor((from.getTime() - start) / QUARTER_MS)),
      Math.max(0, Math.ceil((until.getTime() - start) / QUARTER_MS)),
    )
}

/** What is read of the systems of a part at once. */
type Known = {
  /** Findings that have not ended. */
  readonly open: readonly Finding[]
  readonly latest: Latest | undefined
  readonly pvYear: PvYear | undefined
}

async function readKnown(sql: Sql, systems: readonly OwnedSystem[]): Promise<(system: OwnedSystem) => Known> {
  const ids = systems.map(({ id }) => id)
  const open = Map.groupBy(await findingStore(sql).open(ids), ({ system }) => system)
  const latest = new Map((await readingStore(sql).latest(ids)).map((one) => [one.system, one]))
  const pvYears = await pvYearsOf(sql, systems)
  return ({ id }) => ({ open: open.get(id) ?? [], latest: latest.get(id), pvYear: pvYears.get(id) })
}

/** Resolves to whether PV reaches what its clear sky allows. `power` of consecutive quarters since `start` (ms). */
async function judgeSun(
  sql: Sql,
  year: PvYear,
  { start, power }: { readonly start: number; readonly power: Float64Array },
  open: number | undefined,
  now: Date,
): Promise<Judgement> {
  const recent = spanOf(year.owned, now).start
  const course = { start: recent, power: power.subarray((recent.getTime() - start) / QUARTER_MS) }
  const { past } = await sunPastOf(sql, year, course, now)
  return judgePv(past, open === undefined ? null : open / PERCENT)
}

const NO_PAST: Judgement = { name: 'pv', verdict: 'unknown', why: 'too_little' }

/** Resolves to all judgements of a system. What its unit reported is asked only where something seems unusual. */
async function judge(
  sql: Sql,
  system: OwnedSystem,
  { open, latest, pvYear }: Known,
  now: Date,
): Promise<Judgement[]> {
  const limits: Limits = Object.fromEntries(open.map(({ name, reasons }) => [name, reasons.limit]))
  const { battery, week } = await readBatteryAndWeek(
    sql,
    system,
    { days: DAYS, extremes: false, pvPower: true },
    now,
  )
  const over = Math.floor((now.getTime() - battery.start) / QUARTER_MS)
  const cut = (column: Float64Array) => column.subarray(0, over)
  const quarters: WatchedQuarters = {
    start: battery.start,
    ...{ soc: cut(battery.soc), lowest: cut(battery.lowest) },
    ...{ charge: cut(battery.charge), discharge: cut(battery.discharge) },
    ...{ pv: cut(battery.pv), import: cut(battery.import), feedIn: cut(battery.feedIn) },
    excused: new Uint8Array(over),
  }
  await turn()
  const stated = visibleSince(latest, system.visible_from).state?.capacity_wh ?? null
  const seen = judgeQuarters(quarters, { stated, limits })
  if (seen.some(({ verdict }) => verdict === 'unusual')) await excuse(sql, system, quarters, now)
  const judged = quarters.excused.includes(1) ? judgeQuarters(quarters, { stated, limits }) : seen
  await turn()
  const power = { start: battery.start, power: battery.pvPower }
  const pv = pvYear ? await judgeSun(sql, pvYear, power, limits.pv, now) : NO_PAST
  return [...judged, pv, judgeCounters(week, now)]
}

const checkOf = (one: Judgement): Check => ({
  name: one.name,
  verdict: one.verdict,
  why: one.verdict === 'unknown' ? one.why : null,
})

async function judgeOne(sql: Sql, system: OwnedSystem, known: Known, now: Date): Promise<void> {
  const store = findingStore(sql)
  const { open } = known
  const judged = await judge(sql, system, known, now)
  await store.put(
    system.id,
    judged.filter((one) => one.verdict === 'unusual'),
    now,
  )
  // What is not known now has not ended.
  const usual = new Set(judged.filter(({ verdict }) => verdict === 'usual').map(({ name }) => name))
  await store.end(
    open.filter(({ name }) => usual.has(name)).map(({ id }) => id),
    now,
  )
  await store.judged(system.id, { checks: judged.map(checkOf), dueAt: nextTime(system, judged, now), now })
}

/**
 * Judges some of the systems that are due; resolves to true if there may be more. Several processes may do this at once. A
 * system that cannot be judged does not keep others from it. Must be called in a transaction.
 */
export async function judgeSystems(sql: Sql, now: Date, onFault: OnFault = fail): Promise<boolean> {
  const store = findingStore(sql)
  const due = await store.due(now, SYSTEMS_A_PART)
  if (due.length === 0) return (await store.follow(now)) > 0
  await inIsolation(
    sql,
    due,
    async (systems) => {
      const knownOf = await readKnown(sql, systems)
      for (const system of systems) {
        await judgeOne(sql, system, knownOf(system), now)
        await turn()
      }
    },
    async (system, error) => {
      onFault(system.id, error)
      await store.postpone(system.id, new Date(now.getTime() + AFTER_FAULT_MS))
    },
  )
  return true
}
