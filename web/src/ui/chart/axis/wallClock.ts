import { zoneOffset } from '@kellersonne/core/time/days'

const MINUTE = 60_000
/** Clocks change at most once within this time, at a quarter hour. */
const STRETCH_MS = 6 * 60 * MINUTE
const QUARTER_MS = 15 * MINUTE

/** Wall-clock time of a zone at an instant, and its offset from UTC; ms, as if it were UTC. */
export type Wall = { readonly wall: number; readonly offset: number }
export type WallClock = (at: number) => Wall

const clocks = new Map<string, WallClock>()

/** The clock of a zone. Offsets are cached per stretch of time because looking them up is slow. */
export function createWallClock(timeZone: string): WallClock {
  const known = clocks.get(timeZone)
  if (known) return known
  const offsets = new Map<number, number>()
  const ask = (at: number) => zoneOffset(new Date(at), timeZone) * MINUTE
  /** The offset for `length` ms after `from`; null if it changes in between. */
  function steady(key: number, from: number, length: number): number | null {
    const kept = offsets.get(key)
    if (kept !== undefined) return Number.isNaN(kept) ? null : kept
    const offset = ask(from)
    const stays = offset === ask(from + length)
    offsets.set(key, stays ? offset : Number.NaN)
    return stays ? offset : null
  }
  const clock: WallClock = (at) => {
    const stretch = Math.floor(at / STRETCH_MS)
    const quarter = Math.floor(at / QUARTER_MS)
    const offset =
      steady(stretch, stretch * STRETCH_MS, STRETCH_MS) ??
      steady(quarter + 0.5, quarter * QUARTER_MS, QUARTER_MS - 1) ??
      ask(at)
    return { wall: at + offset, offset }
  }
  clocks.set(timeZone, clock)
  return clock
}

/** The first instant at which the clocks show `wall` or later. */
export function instantOf(wall: number, clock: WallClock): number {
  const day = 24 * 60 * MINUTE
  const tries = [wall - clock(wall - day).offset, wall - clock(wall + day).offset].sort((a, b) => a - b)
  const [first = wall, second = first] = tries
  return clock(first).wall >= wall ? first : second
}
