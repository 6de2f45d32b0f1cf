/** The last accepted state of charge, and a later one that is still in doubt. */
export type SocState = {
  readonly soc: number
  readonly at: number
  readonly doubted: { readonly soc: number; readonly since: number } | null
}

/** The smallest home battery on the market. */
const LEAST_CAPACITY_WH = 2000
/** Percentage points, for rounding and for small corrections by the battery itself. */
const TOLERANCE = 3
const SAFETY = 2
/** A value that persists this long is a recalibration of the battery, not a reading error. */
const STAYS_MS = 5 * 60_000
const HOUR_MS = 3_600_000

/** Returns how far the state of charge can have moved in `ms`, in percentage points. */
function reach(power: number | null, capacityWh: number | null, ms: number): number {
  const capacity = capacityWh ?? LEAST_CAPACITY_WH
  // If the power is unknown, assume at most a full charge in an hour.
  const most = power === null ? capacity : Math.abs(power)
  return TOLERANCE + (100 * SAFETY * most * ms) / HOUR_MS / capacity
}

/**
 * Judges a state of charge (%) by the power (W) that the change would have taken. Returns the value to send, null if it
 * is held back, and the state to keep. Once the clock was put back, how much time has passed is unknown: the next value
 * is believed.
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
  if (before === null || at < Math.max(before.at, before.doubted?.since ?? before.at)) return believed
  if (Math.abs(soc - before.soc) <= reach(power, capacityWh, at - before.at)) return believed
  const { doubted } = before
  const stays = doubted !== null && Math.abs(soc - doubted.soc) <= TOLERANCE
  if (stays && at - doubted.since >= STAYS_MS) return believed
  return { soc: null, state: { ...before, doubted: stays ? doubted : { soc, since: at } } }
}
