import type { Percent, WattHours } from '../../units/units.ts'
import { type Outlook, type SocStep, socForecast } from './charge.ts'

/** The state of charge is expected to reach 0 % for lack of sun. */
export type BadWeather = {
  readonly emptyAt: Date
  /** When PV recharges it; null if that is after the end of the forecast. */
  readonly endsAt: Date | null
  readonly soc: Percent
  readonly capacity: WattHours
  /** The steps it was derived from, up to the end of the forecast or the first unknown quarter. */
  readonly steps: readonly SocStep[]
}

export const OUTLOOK_MS = 48 * 3_600_000
const HOUR_MS = 3_600_000

/**
 * Returns the bad-weather notice: whether the state of charge reaches 0 % within 48 hours, when, and when that ends.
 * In each quarter the battery takes the PV surplus, or covers the deficit down to its reserve; the unit's own
 * consumption continues throughout. Returns null if 0 % is not reached, or if state of charge, capacity or the
 * forecast up to then is unknown.
 */
export function badWeather(outlook: Outlook): BadWeather | null {
  const { now, soc, capacity } = outlook
  const steps = socForecast(outlook)
  if (steps === null || soc === null || capacity === null) return null
  const last = now.getTime() + OUTLOOK_MS
  for (const [i, step] of steps.entries()) {
    const emptyAt = emptiesAt(step, capacity)
    if (emptyAt === null) continue
    if (emptyAt.getTime() > last) return null
    const endsAt = steps.slice(i).find(({ gain }) => gain > 0)?.from ?? null
    return { emptyAt, endsAt, soc, capacity, steps }
  }
  return null
}

/** Returns when the cells run empty within a step; null if they do not. */
function emptiesAt({ from, soc: [before, after], gain }: SocStep, capacity: WattHours): Date | null {
  if (after > 0) return null
  const hours = gain === 0 ? 0 : ((before / 100) * capacity) / -gain
  return new Date(Math.round(from.getTime() + hours * HOUR_MS))
}
