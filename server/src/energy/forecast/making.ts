import { FEWEST_DAYS, HISTORY_DAYS, loadForecast, pvForecast } from '@kellersonne/core/energy/forecast'
import { type History, quartersIn } from '@kellersonne/core/energy/forecast-days'
import { ownFrom } from '@kellersonne/core/live/today'
import { dayAfter, dayOf, QUARTER_MS, quarterOf, startOfDay } from '@kellersonne/core/time/days'
import type { Watts } from '@kellersonne/core/units/units'
import type { Sql } from '../../platform/db/database.ts'
import { type StoredSystem, systemStore } from '../../systems/store.ts'
import { NOTICES } from '../../telemetry/readings/store.ts'
import { type Powers, quarterSeries } from './quarters.ts'
import { forecastStore, type Made, type SystemForecast } from './store.ts'

/** Few enough that neither this process nor the database is busy for long. */
const SYSTEMS_A_PART = 10
/** The bad-weather rule looks 48 hours ahead, at any time of today. */
const DAYS = 3

type Owned = { readonly id: number; readonly timeZone: string; readonly since: Date }
const ownedOf = ({ id, timeZone, since }: StoredSystem): Owned[] => (since ? [{ id, timeZone, since }] : [])

/** A unit that was offline, or has just been connected, fills in days of readings within minutes. */
const AGAIN_MS = 60_000

/**
 * True if a system has no forecast of this quarter for its present owner, or one with too little history that may
 * have grown since.
 */
function isDue({ since }: Owned, made: Made | undefined, now: Date) {
  if (made?.since.getTime() !== since.getTime() || made.made_at < quarterOf(now)) return true
  const short = Math.min(made.pv_history, made.load_history) < FEWEST_DAYS
  return short && now.getTime() - made.made_at.getTime() >= AGAIN_MS
}

/** Makes some of the due forecasts and deletes those of systems without an owner; true if more are due. */
export async function makeForecasts(sql: Sql, now: Date): Promise<boolean> {
  const store = forecastStore(sql)
  const owned = (await systemStore(sql).all()).flatMap(ownedOf)
  const made = new Map((await store.all()).map((one) => [one.system, one]))
  const due = owned.filter((system) => isDue(system, made.get(system.id), now))
  await removeGone(sql, owned, [...made.keys()])
  const part = due.slice(0, SYSTEMS_A_PART)
  const powers = await quarterSeries(sql).powers(
    part.map((system) => spanOf(system, now)),
    now,
  )
  for (const system of part)
    await store.put(
      forecastOf(
        system,
        powers.find((one) => one.system === system.id),
        now,
      ),
    )
  if (part.length > 0) await sql.run('select pg_notify($1, $2)', [NOTICES, part.map(({ id }) => id).join()])
  return due.length > part.length
}

async function removeGone(sql: Sql, owned: readonly Owned[], made: readonly number[]) {
  const ids = new Set(owned.map(({ id }) => id))
  const gone = made.filter((id) => !ids.has(id))
  if (gone.length > 0) await forecastStore(sql).remove(gone)
}

function spanOf({ id, timeZone, since }: Owned, now: Date) {
  const first = startOfDay(dayAfter(dayOf(now, timeZone), -HISTORY_DAYS), timeZone)
  const own = ownFrom(since)
  return { system: id, start: own > first ? own : first }
}

function forecastOf({ id, timeZone, since }: Owned, powers: Powers | undefined, now: Date): SystemForecast {
  const history = (of: 'pv' | 'load') => historyOf(powers?.start ?? now, powers?.[of] ?? [], timeZone, now)
  return {
    system: id,
    since,
    made_at: now,
    pv: pvForecast({ history: history('pv'), now, timeZone }, DAYS),
    load: loadForecast({ history: history('load'), now, timeZone }, DAYS),
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
