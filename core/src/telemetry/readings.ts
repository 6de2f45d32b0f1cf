import type { Percent, Volts, WattHours, Watts } from '../units/units.ts'

/** Measurements of one unit at one instant. Signs as in power.ts; null = not known. */
export type Reading = {
  readonly at: Date
  readonly gridVoltage: Volts | null
  readonly grid: Watts | null
  readonly pv: Watts | null
  readonly battery: Watts | null
  readonly soc: Percent | null
  /** Output on the unit's AC side. */
  readonly output: Watts | null
  readonly counters: Counters
}

/** Lifetime counters. They never fall, except when a unit is replaced. */
export const counterNames = ['pv', 'import', 'feedIn', 'charge', 'discharge'] as const
export type CounterName = (typeof counterNames)[number]
export type Counters = { readonly [name in CounterName]: WattHours | null }

/** Physical limits: values outside are rejected, not stored. */
export const limits = {
  power: { min: -100_000, max: 100_000 },
  voltage: { min: 0, max: 500 },
  soc: { min: 0, max: 100 },
  counter: { min: 0, max: 1e12 },
} as const

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
export const MAX_AHEAD_MS = 10 * MINUTE
export const MAX_LATE_MS = 400 * DAY

/**
 * Returns null if a unit's timestamp is believable, else on which side it is off. `time_past` is also the reason for a
 * believable time whose day is sealed and whose raw readings are gone: the server alone knows that (`write.ts`).
 */
export function timeFault(at: Date, now: Date): 'time_ahead' | 'time_past' | null {
  const ahead = at.getTime() - now.getTime()
  return ahead > MAX_AHEAD_MS ? 'time_ahead' : ahead < -MAX_LATE_MS ? 'time_past' : null
}

/**
 * Returns the energy between two neighbouring counter values, in Wh. A counter that falls has been replaced and
 * starts a new series, so the energy is never negative.
 */
export const counted = (before: number, after: number) => Math.max(0, after - before)
