import { quantileOf } from '../forecast/quantiles.ts'
import type { Evidence } from './evidence.ts'
import { positive, surplusAt, type WatchedQuarters } from './quarters.ts'

export type Direction = 'charge' | 'discharge'

/** A battery's highest energies in a quarter, leaving out meters' errors. */
const HIGHEST = 0.98
/** Outside of the states of charge at which it usually works, less this, it may rest. */
const EDGE = { share: 0.01, percent: 8 } as const
/** Less than this share of its own highest is not worth switching on for. */
const WORTH = 0.08
/** In so many days it must have had something to do. */
const REACH_DAYS = 10
const DAY_QUARTERS = 96
/** Share of what usually comes up in a day that is enough to judge by. */
const ENOUGH = 0.5
const FEWEST_QUARTERS = 200
/** More than this share of its highest from the grid is no control error. */
const FROM_GRID = 0.03

/** A battery's own experience: its highest energy in a quarter (Wh), and the state of charge beyond which it may rest (%). */
export type Experience = { readonly most: number; readonly edge: number }

/** Returns a battery's experience in one direction; null if it never worked in it. */
function experienceOf(quarters: WatchedQuarters, direction: Direction): Experience | null {
  const { soc } = quarters
  const own = direction === 'charge' ? quarters.charge : quarters.discharge
  const active = positive(own)
  if (active.length < FEWEST_QUARTERS) return null
  const most = quantileOf(active, HIGHEST)
  const levels = new Float64Array(active.length)
  let count = 0
  for (let i = 0; i < soc.length; i += 1) {
    const level = soc[i] ?? Number.NaN
    if (!((own[i] ?? 0) >= WORTH * most) || Number.isNaN(level)) continue
    levels[count] = level
    count += 1
  }
  if (count < FEWEST_QUARTERS) return null
  return {
    most,
    edge: quantileOf(levels.subarray(0, count), direction === 'charge' ? 1 - EDGE.share : EDGE.share),
  }
}

/**
 * Returns what a battery did with what there was to do: of the surplus (or need) that it could have taken by its own
 * experience, at states of charge at which it usually does.
 */
export function answersOf(
  quarters: WatchedQuarters,
  direction: Direction,
  { most, edge }: Experience,
): Pick<Evidence, 'part' | 'whole'> {
  const { soc, excused } = quarters
  const [own, sign] = direction === 'charge' ? [quarters.charge, 1] : [quarters.discharge, -1]
  const [part, whole] = [new Float64Array(soc.length), new Float64Array(soc.length)]
  for (let i = 0; i < soc.length; i += 1) {
    const offered = Math.min(most, sign * surplusAt(quarters, i))
    const room = sign * (edge - (soc[i] ?? Number.NaN))
    if (excused[i] === 1 || !(offered >= WORTH * most && room >= EDGE.percent)) continue
    whole[i] = offered
    part[i] = Math.min(offered, own[i] ?? 0)
  }
  if (sign < 0) forgiveGridCharging(quarters, most, { part, whole })
  return { part, whole }
}

/** A battery's answers, and the experience that they are measured by. */
export type Response = Evidence & { readonly experience: Experience }
/** null: it never worked in this direction, or had nothing to do. */
export type Responses = Readonly<Record<Direction, Response | null>>

/** Returns a battery's answers with how many of them say enough; null if it never worked in this direction, or had nothing to do. */
function responseOf(quarters: WatchedQuarters, direction: Direction): Response | null {
  const experience = experienceOf(quarters, direction)
  if (experience === null) return null
  const { part, whole } = answersOf(quarters, direction, experience)
  const days = Array.from({ length: Math.floor(whole.length / DAY_QUARTERS) }, (_, day) =>
    whole.subarray(day * DAY_QUARTERS, (day + 1) * DAY_QUARTERS).reduce((sum, energy) => sum + energy, 0),
  ).filter((sum) => sum > 0)
  if (days.length === 0) return null
  const enough = Math.max(2 * experience.most, ENOUGH * quantileOf(Float64Array.from(days), 1 / 2))
  return { start: quarters.start, part, whole, enough, reach: REACH_DAYS * DAY_QUARTERS, experience }
}

export const responsesOf = (quarters: WatchedQuarters): Responses => ({
  charge: responseOf(quarters, 'charge'),
  discharge: responseOf(quarters, 'discharge'),
})

/** Hours around a charge from the grid in which a battery may be kept from discharging. */
const AROUND = 4

/** A battery that charges more than PV leaves over is being kept, calibrated or filled for later: it need not discharge. */
function forgiveGridCharging(
  quarters: WatchedQuarters,
  most: number,
  { part, whole }: Pick<Evidence, 'part' | 'whole'>,
): void {
  const { charge } = quarters
  for (let i = 0; i < charge.length; i += 1) {
    const energy = charge[i] ?? Number.NaN
    if (!(energy > Math.max(0, surplusAt(quarters, i)) + FROM_GRID * most)) continue
    for (let near = Math.max(0, i - AROUND); near <= i + AROUND && near < whole.length; near += 1)
      [part[near], whole[near]] = [0, 0]
  }
}
