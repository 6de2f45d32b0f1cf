import type { Percent } from '../../units/units.ts'
import { OUTLOOK_MS } from '../forecast/bad-weather.ts'
import type { SocStep } from '../forecast/charge.ts'

/**
 * In m/s, 90 km/h: "schwere Sturmböen" (Beaufort 10), from which on trees are uprooted and fall on lines. The Deutscher Wetterdienst
 * warns of them at level 2 of 4 (dwd.de, Warnkriterien: 25 to 28 m/s).
 */
export const STORM_GUST = 25
const HOUR_MS = 3_600_000
/** After so long without strong gusts the next ones are another storm's. */
const CALM_MS = 6 * HOUR_MS

/** The highest gust of each hour from `start` on, m/s; null = not known. */
export type Gusts = { readonly start: Date; readonly gust: readonly (number | null)[] }

/** Hours with strong gusts, and those between them. */
export type Storm = {
  /** m/s. */
  readonly gust: number
  /** When the hour of the highest gust begins. */
  readonly gustAt: Date
  readonly beginsAt: Date
  readonly endsAt: Date
}

function stormsIn({ start, gust }: Gusts): readonly Storm[] {
  const storms: Storm[] = []
  for (const [hour, value] of gust.entries()) {
    if (value === null || value < STORM_GUST) continue
    const from = new Date(start.getTime() + hour * HOUR_MS)
    const endsAt = new Date(from.getTime() + HOUR_MS)
    const before = storms.at(-1)
    if (!before || from.getTime() - before.endsAt.getTime() >= CALM_MS)
      storms.push({ gust: value, gustAt: from, beginsAt: from, endsAt })
    else
      storms.splice(-1, 1, { ...before, endsAt, ...(value > before.gust && { gust: value, gustAt: from }) })
  }
  return storms
}

/** Returns the storm that rages at `now`, or else begins within 48 hours; null if none is forecast. */
export const stormAhead = (gusts: Gusts, now: Date): Storm | null =>
  stormsIn(gusts).find(
    ({ beginsAt, endsAt }) => endsAt > now && beginsAt.getTime() < now.getTime() + OUTLOOK_MS,
  ) ?? null

/** Returns the state of charge that is expected at an instant; null if the steps do not reach it. */
export const socAt = (steps: readonly SocStep[], at: Date): Percent | null =>
  steps.find(({ from, until }) => from <= at && at < until)?.soc[0] ?? null
