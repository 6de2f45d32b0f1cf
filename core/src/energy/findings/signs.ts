import { quantileOf } from '../forecast/quantiles.ts'
import type { Evidence } from './evidence.ts'
import { houseAt, positive, type WatchedQuarters } from './quarters.ts'

const PERCENT = 100
const DAY_QUARTERS = 96
/** Quarters that say enough: most of a day, since at noon a wrong sign may look right. */
const QUARTERS = 80
const REACH_DAYS = 3
/** Counters of different meters are read at different moments: less than nothing by so little is nothing, Wh. */
const BLUR_WH = 2

/** Returns the share of quarters (%) in which the house would have generated power. */
export function signEvidence(quarters: WatchedQuarters): Evidence {
  const count = quarters.soc.length
  const [part, whole] = [new Float64Array(count), new Float64Array(count)]
  for (let i = 0; i < count; i += 1) {
    const house = houseAt(quarters, i)
    if (Number.isNaN(house)) continue
    whole[i] = 1
    part[i] = house < -BLUR_WH ? PERCENT : 0
  }
  return { start: quarters.start, part, whole, enough: QUARTERS, reach: REACH_DAYS * DAY_QUARTERS }
}

/** Sun is where PV yields this share of its highest. */
const SUNNY = 0.3
/** Sunny quarters that say enough, at the least that counts as sunny. */
const SUNNY_QUARTERS = 12

/**
 * Returns what the house uses of what PV yields in sunny quarters (%). With the sign of the grid the wrong way round, what is fed
 * in appears as consumption, on top of what PV yields.
 */
export function sunnyHouseEvidence(quarters: WatchedQuarters): Evidence | null {
  const { pv, start } = quarters
  const lit = positive(pv)
  if (lit.length === 0) return null
  const sunny = SUNNY * quantileOf(lit, 0.99)
  const [part, whole] = [new Float64Array(pv.length), new Float64Array(pv.length)]
  for (let i = 0; i < pv.length; i += 1) {
    const energy = pv[i] ?? Number.NaN
    const house = houseAt(quarters, i)
    if (!(energy >= sunny) || Number.isNaN(house)) continue
    whole[i] = energy
    part[i] = PERCENT * house
  }
  return { start, part, whole, enough: SUNNY_QUARTERS * sunny, reach: REACH_DAYS * DAY_QUARTERS }
}
