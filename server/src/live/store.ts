import { dayOf, QUARTER_MS, quarterOf, startOfDay } from '@kellersonne/core/days'
import type { LiveSystem } from '@kellersonne/core/live'
import type { Message } from '@kellersonne/core/messages'
import { known, type WattHours, type Watts } from '@kellersonne/core/units'
import type { Sql } from '../db/database.ts'
import { type Latest, readingStore } from '../readings/store.ts'
import type { OwnedSystem } from '../systems/store.ts'
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

/** Whole quarters only: the one in which a system changes hands belongs to nobody. */
const nextQuarter = (instant: Date) => quarterOf(new Date(instant.getTime() + QUARTER_MS - 1))

const later = (a: Date, b: Date) => new Date(Math.max(a.getTime(), b.getTime()))

function spanToday({ id, time_zone, since }: OwnedSystem, now: Date) {
  const midnight = startOfDay(dayOf(now, time_zone), time_zone)
  const earliest = nextQuarter(since)
  return { system: id, start: later(midnight, earliest), earliest }
}

function messagesOf(latest: Latest | undefined, since: Date): Message[] {
  const { state } = ownersOnly(latest, since)
  if (!state) return []
  const flags = [...new Set([...state.message1, ...state.message2])]
  const within = (at: Date | undefined) => (at === undefined || at < since ? null : at)
  return [
    ...flags.map((code) => ({ code, since: within(latest?.flags_since[code]) })),
    ...state.errors.map(({ code, at }) => ({ code: String(code), since: within(at) })),
  ]
}

/** A unit that has been switched off since its last reading measures nothing. */
const measuredNow = (latest: Latest | undefined) =>
  latest?.state?.status !== 'off' ||
  latest.reading_at === null ||
  (latest.state_at ?? latest.reading_at) <= latest.reading_at

/** The newest of a system as its owner may see it; energies, peak and forecast are the caller's to add. */
function nowOf(latest: Latest | undefined, { since }: OwnedSystem) {
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
    messages: messagesOf(latest, since),
  }
}

const highest = (a: Watts | null, b: Watts | null) => (a === null || (b !== null && b > a) ? b : a)
const UNKNOWN_ENERGIES = { pv: null, import: null, feedIn: null, charge: null, discharge: null }

/** Puts together what systems do now. */
export function liveStore(sql: Sql) {
  const readings = readingStore(sql)
  return {
    /** In the order of `systems`. */
    async of(systems: readonly OwnedSystem[], now: Date): Promise<LiveSystem[]> {
      const [latest, energies, peaks] = await Promise.all([
        readings.latest(systems.map(({ id }) => id)),
        readings.energies(systems.map((system) => spanToday(system, now))),
        pvPeaks(sql, systems, now),
      ])
      const bySystem = new Map(latest.map((row) => [row.system, row]))
      return systems.map((system) => {
        const current = nowOf(bySystem.get(system.id), system)
        return {
          ...current,
          sn: system.sn,
          phase: system.phase,
          timeZone: system.time_zone,
          today: energies.get(system.id) ?? UNKNOWN_ENERGIES,
          forecast: { energy: null, load: null },
          pvPeak: highest(peaks.get(system.id) ?? null, current.powers.pv),
        }
      })
    },
  }
}
