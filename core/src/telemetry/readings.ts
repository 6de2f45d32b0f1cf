import { QUARTER_MS, quarterOf } from '../time/days.ts'
import type { Percent, Volts, WattHours, Watts } from '../units/units.ts'

/**
 * Measurements of one unit at one instant. Signs as in power.ts. null = the unit does not know it, so that an earlier
 * value is current no longer; undefined = left out, which says nothing about earlier values.
 */
export type Reading = {
  readonly at: Date
  readonly gridVoltage: Volts | null | undefined
  readonly grid: Watts | null | undefined
  readonly pv: Watts | null | undefined
  readonly battery: Watts | null | undefined
  readonly soc: Percent | null | undefined
  /** Output on the unit's AC side. */
  readonly output: Watts | null | undefined
  readonly counters: Counters
}

/** Lifetime counters. They never fall, except when a unit or a meter is replaced. */
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
/** A clock that is further ahead is wrong. */
export const MAX_AHEAD_MS = 2 * MINUTE
export const MAX_LATE_MS = 400 * DAY

/** Returns the end of the last quarter that may have readings at `now`: a unit's clock may be ahead. */
export const lastQuarterEnd = (now: Date) =>
  new Date(quarterOf(new Date(now.getTime() + MAX_AHEAD_MS)).getTime() + QUARTER_MS)

/**
 * Returns null if a unit's timestamp is believable, else on which side it is off. `time_past` is also the reason for a
 * believable time whose day is sealed and whose raw readings are gone: the server alone knows that (`too-old.ts`).
 */
export function timeFault(at: Date, now: Date): 'time_ahead' | 'time_past' | null {
  const ahead = at.getTime() - now.getTime()
  return ahead > MAX_AHEAD_MS ? 'time_ahead' : ahead < -MAX_LATE_MS ? 'time_past' : null
}
