import { dayOf } from '../../../time/days.ts'
import { SLOTS } from '../days.ts'
import type { Exclusion, Known, Spoiling } from '../forecast.ts'
import { type Past, type PowersOf, pastOf } from '../past.ts'
import { quantileOf } from '../quantiles.ts'
import { type ClearSky, clearSky } from './clear-sky.ts'
import { exclude } from './exclude.ts'
import { placeOf } from './zone-places.ts'

/** How far back like days are looked for. */
const PV_DAYS = 365
/** A day's clearness is known if so much of its clear sky was measured. */
const FEWEST_SHARE = 0.7
/** W/m², summed over a day's slots: below it there is no day to speak of. */
const LEAST_SKY = 60
const BEST_OF_DAYS = 30
const FEWEST_OF_BEST = 5
const BEST = 0.95
const CLEAREST = 1.5

/** PV power of the past by slot in UTC, without what cannot be learnt from. */
export type SunDays = Past & {
  readonly sky: ClearSky
  readonly ofYear: Int16Array
  /** 1 for days to learn from. */
  readonly usable: Uint8Array
  readonly excluded: Readonly<Record<Exclusion, number>>
  /** By day: why its energy is not what the sun gave, if that is so. */
  readonly spoilt: readonly (Spoiling | null)[]
}

/** The same with what the sky was like. All arrays by day hold NaN where unknown. */
export type SunPast = SunDays & {
  /** PV per irradiance of a clear sky: ΣP / ΣCS over what was measured. */
  readonly yields: Float64Array
  /** 95th percentile of the yields of the 30 days before: the yield of a clear day. */
  readonly best: Float64Array
  /** Yield relative to a clear day, at most 1.5. */
  readonly clearness: Float64Array
}

/** Sums PV and the clear sky over the slots of a day that are measured and `isOver`; null if those are too few. */
export function yieldOver(past: Past, sky: Float32Array, day: number, isOver: Uint8Array): number | null {
  let [power, lit, all] = [0, 0, 0]
  for (let slot = 0; slot < SLOTS; slot += 1) {
    if (isOver[slot] === 0) continue
    const irradiance = sky[slot] ?? 0
    all += irradiance
    const value = past.power[day * SLOTS + slot] ?? Number.NaN
    if (Number.isNaN(value)) continue
    power += value
    lit += irradiance
  }
  return all > LEAST_SKY && lit >= FEWEST_SHARE * all ? power / lit : null
}

const WHOLE = new Uint8Array(SLOTS).fill(1)

/** The best of the days around each: of what came before, as it was known on that day. */
function bestBefore(yields: Float64Array): Float64Array {
  const before = new Float64Array(BEST_OF_DAYS)
  return Float64Array.from(yields, (_, day) => {
    let count = 0
    for (let other = Math.max(0, day - BEST_OF_DAYS); other < day; other += 1) {
      const value = yields[other] ?? Number.NaN
      if (Number.isNaN(value)) continue
      before[count] = value
      count += 1
    }
    return count < FEWEST_OF_BEST ? Number.NaN : quantileOf(before.subarray(0, count), BEST)
  })
}

/** Arranges a system's PV by the sun's clock, without what cannot be learnt from. */
export const sunDays = (known: Known): SunDays => sunDaysFrom((day) => known.history.get(day), known)

/** The same from powers that are kept otherwise. */
export function sunDaysFrom(
  powersOf: PowersOf,
  { now, timeZone, place, curtailed }: Omit<Known, 'history'>,
): SunDays {
  const past = pastOf(powersOf, now, timeZone, 'sun', PV_DAYS)
  const sky = clearSky(place ?? placeOf(timeZone, dayOf(now, timeZone)))
  const ofYear = Int16Array.from(past.grids, (grid) => grid.ofYear)
  return { ...past, ...exclude(past, sky, ofYear, curtailed, place ?? null), sky, ofYear }
}

/** Says of these days what the sky was like. */
export function sunPast(known: Known): SunPast {
  const past = sunDays(known)
  const { sky, ofYear } = past
  const yields = Float64Array.from(
    past.days,
    (_, day) => yieldOver(past, sky(ofYear[day] ?? 1), day, WHOLE) ?? Number.NaN,
  )
  const best = bestBefore(yields)
  const clearness = yields.map((value, day) => Math.min(CLEAREST, value / (best[day] || Number.NaN)))
  return { ...past, yields, best, clearness }
}
