import { SLOTS } from '../forecast/days.ts'
import { quantileOf } from '../forecast/quantiles.ts'
import type { SunDays } from '../forecast/sun/sun-past.ts'

/** Days that say what clear skies bring, and the newest, which are judged by them. */
export const CLEAR_DAYS = 60
export const JUDGED_DAYS = 21
/** The envelope: what only the best days exceed. */
const CLEAREST = 0.95
/** Slots count where the sky, and the envelope, are above this share of the day's highest: low suns say little. */
const LIT = 0.35
/** A day touches the envelope where its better quarters do. */
const BETTER = 0.75
const FEWEST_DAYS = 15
const FEWEST_SLOTS = 8

const highest = (values: ArrayLike<number>) => {
  let most = 0
  for (let i = 0; i < values.length; i += 1) most = Math.max(most, values[i] || 0)
  return most
}

/** PV per clear sky that only few of these days exceed, by slot; NaN where unknown. */
function envelopeOf({ power, sky, ofYear, usable }: SunDays, from: number, until: number): Float64Array {
  const skies = Array.from({ length: until - from }, (_, i) => sky(ofYear[from + i] ?? 1))
  const noon = skies.map(highest)
  return Float64Array.from({ length: SLOTS }, (_, slot) => {
    const ratios: number[] = []
    for (let day = from; day < until; day += 1) {
      const value = power[day * SLOTS + slot] ?? Number.NaN
      const clear = skies[day - from]?.[slot] ?? 0
      if (usable[day] === 1 && clear > LIT * (noon[day - from] ?? 0) && !Number.isNaN(value))
        ratios.push(value / clear)
    }
    return ratios.length < FEWEST_DAYS ? Number.NaN : quantileOf(Float64Array.from(ratios), CLEAREST)
  })
}

/**
 * Returns what each of the days [from, until) yielded of the envelope of those before `learntUntil`, by lit quarter; nothing
 * for a day that is not known.
 */
export function sharesOf(past: SunDays, from: number, learntUntil: number, until: number): Float64Array[] {
  const { power, sky, ofYear, usable, spoilt } = past
  const envelope = envelopeOf(past, from, learntUntil)
  return Array.from({ length: Math.max(0, until - from) }, (_, i) => {
    const day = from + i
    if (usable[day] !== 1 && spoilt[day] !== 'faulty') return new Float64Array()
    const clear = sky(ofYear[day] ?? 1)
    const expected = envelope.map((ratio, slot) => ratio * (clear[slot] ?? 0))
    const [most, noon] = [highest(expected), highest(clear)]
    const shares: number[] = []
    expected.forEach((value, slot) => {
      const measured = power[day * SLOTS + slot] ?? Number.NaN
      if (value >= LIT * most && (clear[slot] ?? 0) > LIT * noon && !Number.isNaN(measured))
        shares.push(measured / value)
    })
    return Float64Array.from(shares.length < FEWEST_SLOTS ? [] : shares)
  })
}

/** How far a day with these shares reached up to the envelope; NaN = not known. */
export const touchOf = (shares: Float64Array): number => quantileOf(shares.slice(), BETTER)
