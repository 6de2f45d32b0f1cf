import { QUARTER_MS } from '@kellersonne/core/time/days'
import { type Advance, advance, type Plant, type PlantState } from './plant.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
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

/** Yields what a unit measured between its state's instant and `to`, oldest first, each with the resulting state. */
export function* history(plant: Plant, start: PlantState, to: number, works: boolean): Generator<Advance> {
  let state = start
  for (const at of historyInstants(start.at, to)) {
    const next = advance(plant, state, at, { works })
    state = next.state
    yield next
  }
}
