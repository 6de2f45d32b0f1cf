import { setImmediate as turn } from 'node:timers/promises'
import { judgeQuarters, type Limits } from '@kellersonne/core/energy/findings/judge'
import type { Judgement } from '@kellersonne/core/energy/findings/judgement'
import { judgePv } from '@kellersonne/core/energy/findings/pv'
import type { WatchedQuarters } from '@kellersonne/core/energy/findings/quarters'
import { type Responses, responsesOf } from '@kellersonne/core/energy/findings/responses'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import type { Sql } from '../../platform/db/database.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { type Latest, visibleSince } from '../../telemetry/readings/store.ts'
import { restsOf } from '../../telemetry/readings/switching.ts'
import { spanOf } from '../forecast/learning.ts'
import type { PvYear } from '../forecast/past-now.ts'
import { sunPastOf } from '../forecast/record/sun-days.ts'
import { readWatched, type Watched } from '../health/read-battery.ts'
import { judgeCounters } from './counters.ts'
import type { Finding } from './store.ts'
import { watchedOf } from './watched.ts'

/** Sixty days that say what is usual, and those that are judged. */
const DAYS = 67
/** Excuses are looked for in so many days. */
const EXCUSED_DAYS = 14
const DAY_MS = 86_400_000
const PERCENT = 100

/** Resolves to the past of a few systems that says what is usual for them. */
export const readPast = (sql: Sql, systems: readonly OwnedSystem[], now: Date) =>
  readWatched(sql, systems, DAYS, now)

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

/** What is read of a system. */
export type Known = {
  /** Findings that have not ended. */
  readonly open: readonly Finding[]
  readonly latest: Latest | undefined
  /** undefined: PV is not judged. */
  readonly pvYear: PvYear | undefined
  readonly past: Watched
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

/**
 * Resolves to all judgements of a system, and to how its battery responded. What its unit reported is asked only where something
 * seems unusual.
 */
export async function judgeSystem(
  sql: Sql,
  system: OwnedSystem,
  { open, latest, pvYear, past: { battery, week } }: Known,
  now: Date,
): Promise<{ readonly judged: readonly Judgement[]; readonly responses: Responses }> {
  const limits: Limits = Object.fromEntries(open.map(({ name, reasons }) => [name, reasons.limit]))
  const quarters = watchedOf(battery, now)
  await turn()
  const stated = visibleSince(latest, system.visible_from).state?.capacity_wh ?? null
  const seen = responsesOf(quarters)
  let judged = judgeQuarters(quarters, { stated, limits }, seen)
  if (judged.some(({ verdict }) => verdict === 'unusual')) await excuse(sql, system, quarters, now)
  const isExcused = quarters.excused.includes(1)
  const responses = isExcused ? responsesOf(quarters) : seen
  if (isExcused) judged = judgeQuarters(quarters, { stated, limits }, responses)
  await turn()
  const power = { start: battery.start, power: battery.pvPower }
  const pv = pvYear ? await judgeSun(sql, pvYear, power, limits.pv, now) : NO_PAST
  return { judged: [...judged, pv, judgeCounters(week, now)], responses }
}
