import { toStanding } from '@kellersonne/contract/messages/messages'
import type { StatePayload } from '@kellersonne/contract/telemetry/device'
import { NO_UPDATE } from '@kellersonne/core/firmware/status'
import type { DayEnergies, LiveSystem } from '@kellersonne/core/live/live'
import { expectedToday, ownFrom, weatherNotice } from '@kellersonne/core/live/today'
import type { Message } from '@kellersonne/core/messages/messages'
import { dayOf, startOfDay } from '@kellersonne/core/time/days'
import { known, type WattHours, type Watts } from '@kellersonne/core/units/units'
import { forecastStore, type SystemForecast } from '../energy/forecast/store.ts'
import { systemUpdates } from '../firmware/runs/standing.ts'
import { messageStore } from '../messages/store.ts'
import type { Sql } from '../platform/db/database.ts'
import type { OwnedSystem } from '../systems/store.ts'
import { type Latest, readingStore } from '../telemetry/readings/store.ts'
import { pvPeaks } from './peaks.ts'

/** Nothing from before the system became the owner's: as if the unit had never spoken. */
function ownersOnly(latest: Latest | undefined, since: Date) {
  const heard = latest?.heard_at && latest.heard_at >= since ? latest : null
  return {
    heard,
    // Heard of too: a clock that is fast would put what was said before behind the change.
    reading: heard?.reading_at && heard.reading_at >= since ? heard : null,
    state: heard?.state_at && heard.state_at >= since ? heard.state : null,
  }
}

const later = (a: Date, b: Date) => new Date(Math.max(a.getTime(), b.getTime()))

function spanToday({ id, time_zone, since }: OwnedSystem, now: Date) {
  const midnight = startOfDay(dayOf(now, time_zone), time_zone)
  const earliest = ownFrom(since)
  return { system: id, start: later(midnight, earliest), earliest }
}

/** Since when codes of a system stand. */
type Standing = ReadonlyMap<string, Date>

function messagesOf(state: StatePayload, standing: Standing | undefined, since: Date): Message[] {
  const codes = new Set(toStanding(state).messages.map(({ code }) => code))
  return [...codes].map((code) => {
    const at = standing?.get(code)
    return { code, since: at === undefined || at < since ? null : at }
  })
}

/** A unit that has been switched off since its last reading measures nothing. */
const measuredNow = (latest: Latest | undefined) =>
  latest?.state?.status !== 'off' ||
  latest.reading_at === null ||
  (latest.state_at ?? latest.reading_at) <= latest.reading_at

/** The newest of a system as its owner may see it; energies, peak and forecast are the caller's to add. */
function nowOf(latest: Latest | undefined, standing: Standing | undefined, { since }: OwnedSystem) {
  const { heard, reading, state } = ownersOnly(latest, since)
  const measured = measuredNow(latest) ? reading : undefined
  return {
    online: heard?.heard_at ? !(heard.vanished_at && heard.vanished_at >= heard.heard_at) : null,
    lastOnline: heard?.heard_at ?? null,
    gridVoltage: measured?.grid_v ?? null,
    powers: {
      grid: measured?.grid_w ?? null,
      pv: measured?.pv_w ?? null,
      battery: measured?.battery_w ?? null,
    },
    soc: reading?.soc ?? null,
    output: measured?.output_w ?? null,
    status: state?.status ?? null,
    batteryStatus: state?.battery_status ?? null,
    calibrationDays: state?.calibration_days ?? null,
    capacity: known<WattHours>(state?.capacity_wh),
    versions: state?.versions ?? {},
    sensors: state?.sensors ?? [],
    messages: state ? messagesOf(state, standing, since) : [],
  }
}

const highest = (a: Watts | null, b: Watts | null) => (a === null || (b !== null && b > a) ? b : a)
const UNKNOWN_ENERGIES = { pv: null, import: null, feedIn: null, charge: null, discharge: null }
const NOTHING_EXPECTED = { pv: [], load: [] }

/** What is made of a system's forecast, from what it does now. */
function expectedOf(
  current: ReturnType<typeof nowOf>,
  today: DayEnergies,
  forecast: SystemForecast | undefined,
  now: Date,
) {
  const expected = forecast ? { pv: forecast.pv.days, load: forecast.load.days } : NOTHING_EXPECTED
  return {
    forecast: expectedToday(today, expected, now),
    badWeather: weatherNotice(current, expected, now),
  }
}

/** Puts together what systems do now. */
export function liveStore(sql: Sql) {
  const readings = readingStore(sql)
  return {
    /** In the order of `systems`. */
    async of(systems: readonly OwnedSystem[], now: Date): Promise<LiveSystem[]> {
      const ids = systems.map(({ id }) => id)
      const [latest, standing, energies, peaks, forecasts, updates] = await Promise.all([
        readings.latest(ids),
        messageStore(sql).standing(ids),
        readings.energies(systems.map((system) => spanToday(system, now))),
        pvPeaks(sql, systems, now),
        forecastStore(sql).of(systems, now),
        systemUpdates(sql, systems, now),
      ])
      const bySystem = new Map(latest.map((row) => [row.system, row]))
      return systems.map((system, i) => {
        const current = nowOf(bySystem.get(system.id), standing.get(system.id), system)
        const today = energies.get(system.id) ?? UNKNOWN_ENERGIES
        return {
          ...current,
          sn: system.sn,
          phase: system.phase,
          timeZone: system.time_zone,
          today,
          ...expectedOf(current, today, forecasts.get(system.id), now),
          pvPeak: highest(peaks.get(system.id) ?? null, current.powers.pv),
          update: updates[i]?.status ?? NO_UPDATE,
        }
      })
    },
  }
}
