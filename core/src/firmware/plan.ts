import type { Freshness } from '../live/live.ts'
import type { StorageStatus } from '../systems/systems.ts'
import type { Percent } from '../units/units.ts'

/** What is known of a system before its update. */
export type Facts = {
  readonly freshness: Freshness
  readonly status: StorageStatus | null
  /** What its own display shows; null = not known. */
  readonly display: 'normal' | 'update' | null
  readonly soc: Percent | null
}

/** What must be so before the start; null = not known. */
export type Checks = {
  readonly online: boolean
  readonly switchedOff: boolean | null
  readonly updateMode: boolean | null
  readonly charged: boolean | null
}

/** %; the battery alone feeds a unit whose main switch is off. */
export const ENOUGH_CHARGE = 20

export const checksOf = ({ freshness, status, display, soc }: Facts): Checks => ({
  online: freshness !== 'stale',
  switchedOff: status && status === 'off',
  updateMode: display && display === 'update',
  charged: soc === null ? null : soc >= ENOUGH_CHARGE,
})

/** Whether nothing is known to be in the way of an update. */
export const isReady = (checks: Checks) => Object.values(checks).every((check) => check === true)

/** Fewer would say more about them than about the next one. */
export const FEWEST_SAMPLES = 5

/** How long an update usually takes, and of how many that was learned. */
export type Usual = { readonly ms: number; readonly samples: number }

/** The median of what others took; null where they are too few. */
export function usualDuration(took: readonly number[]): Usual | null {
  if (took.length < FEWEST_SAMPLES) return null
  const sorted = took.toSorted((a, b) => a - b)
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, (sorted.length >> 1) + 1)
  return { ms: middle.reduce((a, b) => a + b, 0) / middle.length, samples: took.length }
}
