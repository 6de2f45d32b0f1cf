import type { WatchedQuarters } from '../quarters.ts'

const DAY_QUARTERS = 96
const HOURS = 0.25
export const HOUSE_START = Date.UTC(2026, 3, 1)
const CAPACITY = 8000
const MOST_W = 3000

/** What goes wrong from a day on. */
export type Wrong = {
  readonly from: number
  readonly charges?: false
  readonly discharges?: false
  /** Share that survives each way. */
  readonly share?: number
  readonly capacity?: number
  /** What the battery uses by itself, W. */
  readonly own?: number
  readonly pv?: number
  readonly flips?: 'grid' | 'battery'
}

/** Numbers from 0 to 1, the same for the same seed (Park–Miller). */
function numbersFrom(seed: number): () => number {
  let state = ((seed * 7919) % 2_147_483_646) + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** A house with 6 kW of PV and these loads in W, under changing clouds and a battery that follows the meter, rested from 1 to 4 o'clock. */
export function watchedHouse(
  days: number,
  wrong: Wrong = { from: Number.POSITIVE_INFINITY },
  seed = 1,
  { night, evening } = { night: 350, evening: 900 },
): WatchedQuarters {
  const random = numbersFrom(seed)
  const column = () => new Float64Array(days * DAY_QUARTERS)
  const [soc, lowest, charge, discharge] = [column(), column(), column(), column()]
  const [pv, bought, feedIn] = [column(), column(), column()]
  let [energy, sky] = [CAPACITY / 2, 1]
  for (let i = 0; i < soc.length; i += 1) {
    const hour = (i % DAY_QUARTERS) / 4
    const now: Partial<Wrong> = i >= wrong.from * DAY_QUARTERS ? wrong : {}
    if (hour === 0) sky = 0.35 + 0.65 * random()
    const capacity = now.capacity ?? CAPACITY
    const share = now.share ?? 0.95
    const sun = 6000 * sky * (now.pv ?? 1) * Math.max(0, Math.sin(((hour - 6) / 12) * Math.PI))
    const load = (hour > 17 && hour < 23 ? evening : night) * (0.8 + 0.4 * random())
    const rests = hour >= 1 && hour < 4
    const surplus = rests ? 0 : Math.max(-MOST_W, Math.min(MOST_W, sun - load))
    energy = Math.min(energy, capacity)
    const into =
      now.charges === false ? 0 : Math.min(Math.max(0, surplus) * HOURS, (capacity - energy) / share)
    const out =
      now.discharges === false
        ? 0
        : Math.min(Math.max(0, -surplus) * HOURS, Math.max(0, energy - 0.05 * capacity) * share)
    energy = Math.max(0, energy + into * share - out / share - (now.own ?? 5) * HOURS)
    const grid = (load - sun) * HOURS + into - out
    const [flipsGrid, flipsBattery] = [now.flips === 'grid', now.flips === 'battery']
    pv[i] = Math.round(sun * HOURS)
    charge[i] = Math.round(flipsBattery ? out : into)
    discharge[i] = Math.round(flipsBattery ? into : out)
    bought[i] = Math.round(Math.max(0, flipsGrid ? -grid : grid))
    feedIn[i] = Math.round(Math.max(0, flipsGrid ? grid : -grid))
    soc[i] = Math.round((100 * energy) / capacity)
    lowest[i] = soc[i] ?? Number.NaN
  }
  const excused = new Uint8Array(soc.length)
  return { start: HOUSE_START, soc, lowest, charge, discharge, pv, import: bought, feedIn, excused }
}
