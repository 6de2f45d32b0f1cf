/** What is known of the state of charge: the last believed value, and one that is not believed yet. */
export type SocState = {
  readonly soc: number
  readonly at: number
  readonly doubted: { readonly soc: number; readonly since: number } | null
}

/** The smallest battery that is sold for a house. */
const LEAST_CAPACITY_WH = 2000
/** Rounding, and a battery that corrects itself a little. */
const TOLERANCE = 3
const SAFETY = 2
/** A value that stays is a battery that has measured itself anew, not a reading error. */
const STAYS_MS = 5 * 60_000
const HOUR_MS = 3_600_000

/** How far the state of charge can have gone in `ms`, in percentage points. */
function reach(power: number | null, capacityWh: number | null, ms: number): number {
  const capacity = capacityWh ?? LEAST_CAPACITY_WH
  // Without a power, at most what would fill the battery in an hour.
  const most = power === null ? capacity : Math.abs(power)
  return TOLERANCE + (100 * SAFETY * most * ms) / HOUR_MS / capacity
}

/**
 * Judges a state of charge (%) by the power (W) that would have had to flow. Returns the value to send, null if it is
 * held back, and what to remember.
 */
export function nextSoc(
  before: SocState | null,
  {
    soc,
    at,
    power,
    capacityWh,
  }: { soc: number; at: number; power: number | null; capacityWh: number | null },
): { soc: number | null; state: SocState } {
  const believed = { soc, state: { soc, at, doubted: null } }
  if (before === null || Math.abs(soc - before.soc) <= reach(power, capacityWh, at - before.at))
    return believed
  const { doubted } = before
  const stays = doubted !== null && Math.abs(soc - doubted.soc) <= TOLERANCE
  if (stays && at - doubted.since >= STAYS_MS) return believed
  return { soc: null, state: { ...before, doubted: stays ? doubted : { soc, since: at } } }
}
