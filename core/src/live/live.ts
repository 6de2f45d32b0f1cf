import type { UpdateStatus } from '../firmware/status.ts'
import { isOpen, type Message } from '../messages/messages.ts'
import type { SerialNumber, StorageStatus } from '../systems/systems.ts'
import type { Powers } from '../units/power.ts'
import type { Percent, Volts, WattHours, Watts } from '../units/units.ts'

/** Energies of today so far in the system's time zone, from its counters. */
export type DayEnergies = {
  readonly pv: WattHours | null
  readonly import: WattHours | null
  readonly feedIn: WattHours | null
  readonly charge: WattHours | null
  readonly discharge: WattHours | null
}

/** Returns the house's consumption of the day: inflow minus outflow, at least 0. null if a part is unknown. */
export function houseEnergy(day: DayEnergies): WattHours | null {
  const { pv, import: drawn, feedIn, charge, discharge } = day
  if (pv === null || drawn === null || feedIn === null || charge === null || discharge === null) return null
  return Math.max(0, pv + drawn + discharge - feedIn - charge) as WattHours
}

/** Current values of one system, or of all of an owner's systems together. null = not known. */
export type LiveValues = {
  readonly gridVoltage: Volts | null
  readonly powers: Powers
  readonly soc: Percent | null
  readonly output: Watts | null
  readonly today: DayEnergies
  /** Energies expected today by midnight. */
  readonly forecast: { readonly energy: WattHours | null; readonly load: WattHours | null }
  /** The highest PV power of the last 30 days. */
  readonly pvPeak: Watts | null
  readonly capacity: WattHours | null
  /** When the unit last reported. */
  readonly lastOnline: Date | null
  readonly timeZone: string
}

/** Another value that a unit measures, such as a temperature, as named by the unit. */
type SensorValue = { readonly name: string; readonly value: number; readonly unit: string }

export type LiveSystem = LiveValues & {
  readonly sn: SerialNumber
  readonly phase: number
  /** false once the broker has seen the unit disconnect; null before its first message. */
  readonly online: boolean | null
  readonly status: StorageStatus | null
  readonly batteryStatus: string | null
  readonly calibrationDays: number | null
  readonly versions: Readonly<Record<string, string>>
  readonly sensors: readonly SensorValue[]
  readonly messages: readonly Message[]
  /** When the battery is expected to be empty for lack of sun, and until when; null = not expected, or no outlook. */
  readonly badWeather: { readonly emptyAt: Date; readonly endsAt: Date | null } | null
  readonly update: UpdateStatus
}

export const LATE_MS = 2 * 60_000
const STALE_MS = 15 * 60_000

/** How current a system's values are. A unit known to have disconnected is stale at once. */
export type Freshness = 'fresh' | 'late' | 'stale'
export function freshness(
  { lastOnline, online }: Pick<LiveSystem, 'lastOnline' | 'online'>,
  now: Date,
): Freshness {
  if (lastOnline === null || online === false) return 'stale'
  const age = now.getTime() - lastOnline.getTime()
  return age <= LATE_MS ? 'fresh' : age <= STALE_MS ? 'late' : 'stale'
}

/** Returns the active messages that need the owner's attention. */
export const openMessages = <M extends Message>(messages: readonly M[]) =>
  messages.filter((m) => isOpen(m.code))
