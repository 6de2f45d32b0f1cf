import type { DayEnergies } from '@kellersonne/core/energy/day-energies'
import { NO_UPDATE } from '@kellersonne/core/firmware/status'
import type { LiveSystem } from '@kellersonne/core/live/live'
import { withoutExpired } from '@kellersonne/core/live/measured'
import { expectedToday, ownFrom, weatherNotice } from '@kellersonne/core/live/today'
import { dayOf, startOfDay } from '@kellersonne/core/time/days'
import type { Watts } from '@kellersonne/core/units/units'
import { type Current, currentValues } from '../energy/current.ts'
import { forecastStore } from '../energy/forecast/store.ts'
import type { SystemForecast } from '../energy/forecast/stored-forecast.ts'
import { systemUpdates } from '../firmware/runs/system-updates.ts'
import type { Sql } from '../platform/db/database.ts'
import type { OwnedSystem } from '../systems/store.ts'
import { readingStore } from '../telemetry/readings/store.ts'
import { highestPvPowers } from './peaks.ts'

const later = (a: Date, b: Date) => new Date(Math.max(a.getTime(), b.getTime()))

function spanToday({ id, time_zone, visible_from }: OwnedSystem, now: Date) {
  const midnight = startOfDay(dayOf(now, time_zone), time_zone)
  const earliest = ownFrom(visible_from)
  return { system: id, start: later(midnight, earliest), earliest }
}

/** Leaves out what was refused on another day. */
function refusedOn({ refusedToday }: Current, { time_zone }: OwnedSystem, now: Date) {
  const midnight = startOfDay(dayOf(now, time_zone), time_zone)
  return refusedToday?.from.getTime() === midnight.getTime() ? refusedToday : null
}

const highest = (a: Watts | null, b: Watts | null) => (a === null || (b !== null && b > a) ? b : a)
const UNKNOWN_ENERGIES = { pv: null, import: null, feedIn: null, charge: null, discharge: null }
const NOTHING_EXPECTED = { pv: [], load: [] }

/** Derives today's expectation from a system's forecast and its current values. */
function expectedOf(current: Current, today: DayEnergies, forecast: SystemForecast | undefined, now: Date) {
  const expected = forecast
    ? { pv: forecast.pv.days, load: forecast.load.days, efficiency: forecast.efficiency }
    : NOTHING_EXPECTED
  return {
    forecast: expectedToday(today, expected, now),
    badWeather: weatherNotice(current, expected, now),
  }
}

/** Assembles the live data of systems. */
export function liveStore(sql: Sql) {
  const readings = readingStore(sql)
  return {
    /** In the order of `systems`. */
    async of(systems: readonly OwnedSystem[], now: Date): Promise<LiveSystem[]> {
      const [values, energies, peaks, forecasts, updates] = await Promise.all([
        currentValues(sql, systems),
        readings.energies(
          systems.map((system) => spanToday(system, now)),
          now,
        ),
        highestPvPowers(sql, systems, now),
        forecastStore(sql).of(systems, now),
        systemUpdates(sql, systems, now),
      ])
      return values.map(({ system, current }, i) => {
        const today = energies.get(system.id) ?? UNKNOWN_ENERGIES
        const live = {
          ...current,
          refusedToday: refusedOn(current, system, now),
          sn: system.sn,
          phase: system.phase,
          name: system.name,
          timeZone: system.time_zone,
          today,
          ...expectedOf(current, today, forecasts.get(system.id), now),
          pvPeak: highest(peaks.get(system.id) ?? null, current.powers.pv),
          update: updates[i]?.status ?? NO_UPDATE,
        }
        return withoutExpired(live, now)
      })
    },
  }
}
