import type { DayEnergies } from '../energy/day-energies.ts'
import type { UpdateStatus } from '../firmware/status.ts'
import { type EndedMessage, isOpen, type Message } from '../messages/messages.ts'
import type { Capabilities } from '../systems/capabilities.ts'
import type { SerialNumber, StorageStatus } from '../systems/systems.ts'
import type { Powers } from '../units/power.ts'
import type { Percent, Volts, WattHours, Watts } from '../units/units.ts'

/** The values of which it is known when they were measured. */
export const measuredNames = ['gridVoltage', 'grid', 'pv', 'battery', 'soc', 'output'] as const
export type MeasuredName = (typeof measuredNames)[number]
/** When each value was measured; null if it is not known. */
export type MeasuredAt = { readonly [name in MeasuredName]: Date | null }

/** Current values of one system, or of all of an owner's systems together. null = not known. */
export type LiveValues = {
  readonly gridVoltage: Volts | null
  readonly powers: Powers
  readonly soc: Percent | null
  readonly output: Watts | null
  /** Of a total: when the oldest of the values that count was measured. */
  readonly measuredAt: MeasuredAt
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
  /** What the owner calls it; null if nothing. */
  readonly name: string | null
  /** false once the broker has seen the unit disconnect; null before its first message. */
  readonly online: boolean | null
  readonly status: StorageStatus | null
  readonly batteryStatus: string | null
  /** When it began to report these two; null if that is not known. */
  readonly statusSince: Date | null
  readonly calibrationDays: number | null
  readonly versions: Readonly<Record<string, string>>
  readonly sensors: readonly SensorValue[]
  /** What it can do, as it reports itself; null if it does not report it: it is then assumed to do everything. */
  readonly capabilities: Capabilities | null
  /** What is active. */
  readonly messages: readonly Message[]
  /** Whether that is all: false until the unit has reported each of its lists of messages to this owner. */
  readonly messagesKnown: boolean
  /** The latest that began since the system is its owner's and are over, newest first. */
  readonly ended: readonly EndedMessage[]
  /** When the battery is expected to be empty for lack of sun, and until when; null = not expected, or no outlook. */
  readonly badWeather: { readonly emptyAt: Date; readonly endsAt: Date | null } | null
  /** The share of today's readings that cannot be right, if it is worth saying, and when that day began. */
  readonly refusedToday: { readonly from: Date; readonly share: Percent } | null
  readonly update: UpdateStatus
}

/** Returns the active messages that need the owner's attention. */
export const openMessages = <M extends Message>(messages: readonly M[]) =>
  messages.filter((m) => isOpen(m.code))
