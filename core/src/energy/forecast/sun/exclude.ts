import type { Day } from '../../../time/days.ts'
import { SLOTS } from '../days.ts'
import type { Exclusion, Spoiling } from '../forecast.ts'
import type { Past } from '../past.ts'
import { highQuantile, quantileOf } from '../quantiles.ts'
import type { ClearSky } from './clear-sky.ts'

/** A quarter that yields so many times the 99th percentile of the quarters with sun is a meter's jump. */
const JUMP = 3
/** A day below this share of the median yield has stood still; the darkest of overcast days bring 3 to 5 %. */
const STILL = 0.01
const LEAST_SKY = 60
/** Less than this share of a day measured. */
const FEWEST_SHARE = 0.7
/** From so many curtailed quarters on a day's energy says little about its sun. */
const MANY_CURTAILED = 4
/** Days with snow lie within 80 days of the darkest of the year, more than 35° from the equator. */
const WINTER_DAYS = 80
const SNOW_LATITUDE = 35

type Excluded = {
  /** 1 for days to learn from. */
  readonly usable: Uint8Array
  readonly excluded: Readonly<Record<Exclusion, number>>
  readonly spoilt: readonly (Spoiling | null)[]
}

/**
 * Finds what cannot be learnt from. Removes curtailed quarters and jumps from `past`; returns the days that may be
 * compared with, how many were kept out (of curtailed quarters: days with any), and why a day's energy is not what the sun
 * gave, as far as known: null = nothing is known against it. Without a thermometer a panel under
 * snow is distinguished from one that is switched off by the season alone.
 */
export function exclude(
  past: Past,
  sky: ClearSky,
  ofYear: Int16Array,
  curtailed: ReadonlyMap<Day, ReadonlySet<number>> | undefined,
  place: { readonly latitude: number } | null,
): Excluded {
  const excluded = { curtailed: 0, snow: 0, faulty: 0, gap: 0 }
  const usable = new Uint8Array(past.days.length)
  const spoilt: (Spoiling | null)[] = past.days.map((day) =>
    (curtailed?.get(day)?.size ?? 0) >= MANY_CURTAILED ? 'curtailed' : null,
  )
  const most = JUMP * highQuantile(past.power, 0.99)
  const yields = new Float64Array(past.days.length).fill(Number.NaN)
  past.days.forEach((day, d) => {
    if (removeCurtailed(past, d, curtailed?.get(day))) excluded.curtailed += 1
    const { jumps, share, amount, lit } = daylight(past, sky(ofYear[d] ?? 1), d, most)
    if (jumps > 0) {
      excluded.faulty += 1
      spoilt[d] = 'faulty'
    }
    if (lit > LEAST_SKY && share < FEWEST_SHARE && d < past.days.length - 1) excluded.gap += 1
    if (share > 0 && lit > LEAST_SKY) yields[d] = amount
    usable[d] = 1
  })
  const median = quantileOf(
    yields.filter((value) => value > 0),
    0.5,
  )
  yields.forEach((value, d) => {
    if (!(value < STILL * median) || d === yields.length - 1) return
    usable[d] = 0
    const why = isWinter(ofYear[d] ?? 1, place?.latitude ?? 50) ? 'snow' : 'faulty'
    excluded[why] += 1
    spoilt[d] = why
  })
  return { usable, excluded, spoilt }
}

function isWinter(ofYear: number, latitude: number) {
  const darkest = latitude < 0 ? 172 : 355
  const apart = Math.abs(ofYear - darkest)
  return Math.abs(latitude) > SNOW_LATITUDE && Math.min(apart, 365 - apart) <= WINTER_DAYS
}

function removeCurtailed(past: Past, d: number, quarters: ReadonlySet<number> | undefined): boolean {
  if (!quarters?.size) return false
  past.grids[d]?.slots.forEach((slot, i) => {
    if (quarters.has(i)) past.power[d * SLOTS + slot] = Number.NaN
  })
  return true
}

function daylight({ power }: Past, sky: Float32Array, d: number, most: number) {
  let [jumps, measured, lit, amount] = [0, 0, 0, 0]
  for (let slot = 0; slot < SLOTS; slot += 1) {
    const irradiance = sky[slot] ?? 0
    lit += irradiance
    const value = power[d * SLOTS + slot] ?? Number.NaN
    if (value > most) {
      power[d * SLOTS + slot] = Number.NaN
      jumps += 1
    } else if (!Number.isNaN(value)) {
      measured += irradiance
      amount += value
    }
  }
  return { jumps, share: lit > 0 ? measured / lit : 0, amount: measured > 0 ? amount / measured : 0, lit }
}
