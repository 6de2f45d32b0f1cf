import type { StorageStatus } from '../systems/systems.ts'
import type { Freshness } from '../telemetry/freshness.ts'
import type { Percent } from '../units/units.ts'

/** Known state of a system before its update. */
export type Facts = {
  readonly freshness: Freshness
  readonly status: StorageStatus | null
  /** Mode of the unit's own display; null = not known. */
  readonly display: 'normal' | 'update' | null
  readonly soc: Percent | null
}

/** What an update needs to succeed; null = not known. */
export type Checks = {
  readonly online: boolean
  readonly switchedOff: boolean | null
  readonly updateMode: boolean | null
  readonly charged: boolean | null
}

/** %; the battery alone powers a unit whose main switch is off. */
export const ENOUGH_CHARGE = 20

export const checksOf = ({ freshness, status, display, soc }: Facts): Checks => ({
  online: freshness !== 'stale',
  switchedOff: status && status === 'off',
  updateMode: display && display === 'update',
  charged: soc === null ? null : soc >= ENOUGH_CHARGE,
})

/**
 * True if every check is known to pass. Advice only: every state of the unit allows an update to start, on the portal and
 * on the server. The wizard merely has the owner confirm that the unit is switched off (UPD-01).
 */
export const isReady = (checks: Checks) => Object.values(checks).every((check) => check === true)

/** Fewer samples would say more about themselves than about the next update. */
const FEWEST_SAMPLES = 5

/** How long an update usually takes, and the number of samples behind it. */
export type Usual = { readonly ms: number; readonly samples: number }

/** Returns the median of other units' durations; null if there are too few. */
export function usualDuration(took: readonly number[]): Usual | null {
  if (took.length < FEWEST_SAMPLES) return null
  const sorted = took.toSorted((a, b) => a - b)
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, (sorted.length >> 1) + 1)
  return { ms: middle.reduce((a, b) => a + b, 0) / middle.length, samples: took.length }
}
