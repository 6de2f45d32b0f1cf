import { QUARTER_MS } from '@kellersonne/core/time/days'
import { soc } from './battery.ts'
import { type Advance, advance, FREE, type Hold, type Plant, type PlantState } from './plant.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const FINE_DAYS = 3
/** A reading is taken this long before its quarter or minute ends, so that it belongs to the period it describes. */
const BEFORE_END_MS = 10_000

/**
 * Yields when a unit measures while offline: once a quarter, in the last three days once a minute; after `from`, up
 * to `to`, in ms UTC.
 */
export function* historyInstants(from: number, to: number): Generator<number> {
  const fineFrom = Math.floor((to - FINE_DAYS * DAY) / QUARTER_MS) * QUARTER_MS
  let end = Math.floor((from + BEFORE_END_MS) / MINUTE) * MINUTE
  for (;;) {
    const period = end < fineFrom ? QUARTER_MS : MINUTE
    end = Math.floor(end / period) * period + period
    const at = end - BEFORE_END_MS
    if (at > to) return
    yield at
  }
}

/** A battery below 55 % or above 85 % is brought there with 1.2 kW, in the last hours of a history made for a demo. */
const PREPARED = { from: 6 * HOUR, least: 55, most: 85, power: 1200 }

function preparing(plant: Plant, state: PlantState, left: number): Hold {
  const level = soc(plant.battery, state.battery)
  if (left > PREPARED.from) return FREE
  if (level < PREPARED.least) return { ...FREE, battery: -PREPARED.power }
  return level > PREPARED.most ? { ...FREE, battery: PREPARED.power } : FREE
}

type How = {
  /** False if the battery rested all the time. */
  readonly works: boolean
  /** Ends with a battery that has something to show, whatever the season: the grid charges it, or takes the rest. */
  readonly prepares?: boolean
}

/** Yields what a unit measured between its state's instant and `to`, oldest first, each with the resulting state. */
export function* history(
  plant: Plant,
  start: PlantState,
  to: number,
  { works, prepares = false }: How,
): Generator<Advance> {
  let state = start
  for (const at of historyInstants(start.at, to)) {
    const hold = prepares ? preparing(plant, state, to - at) : FREE
    const next = advance(plant, state, at, { works, hold })
    state = next.state
    yield next
  }
}
