import { ownFrom } from '@kellersonne/core/live/today'
import { dayAfter, dayOf, QUARTER_MS, startOfDay } from '@kellersonne/core/time/days'
import type { Watts } from '@kellersonne/core/units/units'
import type { Sql } from '../../../platform/db/database.ts'
import { inIsolation } from '../../../platform/db/in-isolation.ts'
import { type Powers, quarterSeries } from '../quarters.ts'
import type { Outcome } from './outcome.ts'
import type { IssuedKind } from './pack-issues.ts'
import { type DueDay, recordStore } from './store.ts'

/** Few enough that nothing else waits long for them. */
const DAYS_A_PART = 20
const WEEK = 7
/** Of the seven days before, so many at least make a mean. */
const FEWEST_OF_WEEK = 4
/** Share of a day's quarters that must have been measured. */
export const FEWEST_MEASURED = 0.95
const HOURS = QUARTER_MS / 3_600_000

type Part = readonly (Watts | null)[]

const energyOf = (part: Part) => part.reduce<number>((sum, power) => sum + (power ?? 0), 0) * HOURS
const shareOf = (part: Part) => part.filter((power) => power !== null).length / part.length

/** Returns a day's energy as if its few missing quarters had been as the others; null if too many are missing. */
function wholeEnergy(part: Part): number | null {
  const share = shareOf(part)
  return share >= FEWEST_MEASURED ? energyOf(part) / share : null
}

/** Returns the energy of a day, in which the few missing quarters count as they were expected. */
function completed(part: Part, { course }: IssuedKind): number {
  const missing = part.reduce<number>(
    (sum, power, i) => sum + (power === null ? (course[i] ?? 0) || 0 : 0),
    0,
  )
  return energyOf(part) + missing * HOURS
}

function outcomeOf(days: readonly Part[], expected: IssuedKind): Outcome {
  const [today = [], ...before] = days
  const known = before.map(wholeEnergy)
  const week = known.filter((energy) => energy !== null)
  return {
    came: shareOf(today) >= FEWEST_MEASURED ? completed(today, expected) : null,
    yesterday: known[0] ?? null,
    week: week.length >= FEWEST_OF_WEEK ? week.reduce((a, b) => a + b, 0) / week.length : null,
  }
}

/** Cuts a kind's powers into the day and the seven before it, newest first. */
function daysOf({ start, timeZone, quarters }: DueDay, powers: Powers, kind: 'pv' | 'load'): Part[] {
  const offset = powers.start.getTime() / QUARTER_MS
  const today = dayOf(start, timeZone)
  return Array.from({ length: WEEK + 1 }, (_, back) => {
    const from = startOfDay(dayAfter(today, -back), timeZone).getTime() / QUARTER_MS
    const until = startOfDay(dayAfter(today, 1 - back), timeZone).getTime() / QUARTER_MS
    const length = back === 0 ? quarters : until - from
    return Array.from({ length }, (__, i) => powers[kind][from + i - offset] ?? null)
  })
}

/**
 * Judges days that are over, comparing what was forecast with what was measured; resolves to true if there may be more.
 * Processes may do this at once, and time per day does not grow with the fleet.
 */
export async function judgeDays(
  sql: Sql,
  now: Date,
  onFault: (system: number, error: unknown) => void,
): Promise<boolean> {
  const store = recordStore(sql)
  const due = await store.due(now, DAYS_A_PART)
  await inIsolation(
    sql,
    due,
    (days) => judgeAll(sql, days),
    async (day, error) => {
      onFault(day.system, error)
      await store.judge(day, null)
    },
  )
  return due.length === DAYS_A_PART
}

async function judgeAll(sql: Sql, days: readonly DueDay[]) {
  const store = recordStore(sql)
  for (const day of days) {
    const [record] = await store.find([day])
    const powers = day.visibleFrom && (await powersBefore(sql, day, ownFrom(day.visibleFrom)))
    if (!record || !powers) {
      await store.judge(day, null)
      continue
    }
    const [sun, house] = [daysOf(day, powers, 'pv'), daysOf(day, powers, 'load')]
    await store.judge(day, {
      measured: Math.max(shareOf(sun[0] ?? []), shareOf(house[0] ?? [])),
      pv: outcomeOf(sun, record.issues.pv),
      load: outcomeOf(house, record.issues.load),
    })
  }
}

/** Resolves to the powers of a day and the seven before it, of those from `earliest` on. */
async function powersBefore(sql: Sql, { system, start, timeZone, quarters }: DueDay, earliest: Date) {
  const first = startOfDay(dayAfter(dayOf(start, timeZone), -WEEK), timeZone)
  const span = { system, start: earliest > first ? earliest : first }
  const [found] = await quarterSeries(sql).powers([span], new Date(start.getTime() + quarters * QUARTER_MS))
  return found
}
