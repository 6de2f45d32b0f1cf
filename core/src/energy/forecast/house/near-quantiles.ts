import { SLOTS } from '../days.ts'
import { openSample } from '../quantiles.ts'
import type { HouseIssue, LikeHouseDays } from './like-days.ts'

/** Neighbouring quarters count too, since nobody cooks by the clock: offsets and weights. */
export const OFFSETS = Int8Array.of(0, -4, 4, -2, 2)
export const SHARES = Float64Array.of(1, 0.18, 0.18, 0.08, 0.08)
/** Quantiles take an hour's distance alone, which costs less. */
const COPIES = 3
const NEAR_DAYS = 60
const FEWEST = 5

const samples = Array.from({ length: SLOTS }, () => openSample(NEAR_DAYS * COPIES))
/** The scale of what `samples` hold: days that are forecast at once share it, so that each slot is sorted once. */
let sampled: Float64Array | null = null

/** Sorts the loads of each slot and its neighbours over the last 60 days. */
function sortSlots(power: Float32Array, { days, scale }: LikeHouseDays, start: number) {
  samples.forEach((sample, slot) => {
    sample.clear()
    for (let i = start; i < days.length; i += 1) {
      const first = (days[i] ?? 0) * SLOTS
      for (let k = 0; k < COPIES; k += 1) {
        const at = slot + (OFFSETS[k] ?? 0)
        const value = at < 0 || at >= SLOTS ? Number.NaN : (power[first + at] ?? Number.NaN)
        if (!Number.isNaN(value)) sample.add(Math.min(1e9, value * (scale[i] ?? 1)), (i - start) * COPIES + k)
      }
    }
    sample.sort()
  })
  sampled = scale
}

/** Quantiles of each slot and its neighbours over the last 60 days; NaN with too few. */
export function nearQuantiles({ past: { power } }: HouseIssue, like: LikeHouseDays) {
  const [low, median, high] = [new Float64Array(SLOTS), new Float64Array(SLOTS), new Float64Array(SLOTS)]
  const count = like.days.length
  const start = Math.max(0, count - NEAR_DAYS)
  const [near, plain] = [like.near, like.plain].map((weights) =>
    Float64Array.from(
      { length: (count - start) * COPIES },
      (_, i) => (weights[start + Math.floor(i / COPIES)] ?? 0) * (SHARES[i % COPIES] ?? 0),
    ),
  )
  if (sampled !== like.scale) sortSlots(power, like, start)
  samples.forEach((sample, slot) => {
    const isEnough = sample.size() >= FEWEST * COPIES
    const found = isEnough && near ? sample.quantiles(near, [0.1, 0.5, 0.9]) : null
    const even = isEnough && plain ? sample.quantiles(plain, [0.5]) : null
    low[slot] = found?.[0] ?? Number.NaN
    median[slot] = ((found?.[1] ?? Number.NaN) + (even?.[0] ?? Number.NaN)) / 2
    high[slot] = found?.[2] ?? Number.NaN
  })
  return { low, median, high }
}
