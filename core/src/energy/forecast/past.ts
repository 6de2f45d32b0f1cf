import { type Day, dayAfter, dayOf, QUARTER_MS, startOfDay } from '../../time/days.ts'
import { createCache } from '../cache.ts'
import { type Clock, SLOTS, slotsOf } from './days.ts'
import { dayOfYear } from './sun/clear-sky.ts'

/** How a local day lies on a clock of 96 slots. */
export type DayGrid = {
  readonly start: Date
  /** Slot of each quarter. */
  readonly slots: readonly number[]
  /** Day of the year, 1 to 366. */
  readonly ofYear: number
}

const grids = createCache<DayGrid>(5000)

/** Returns how a day lies on a clock; cached, since computing it is slow. */
export const dayGrid = (day: Day, timeZone: string, clock: Clock): DayGrid =>
  grids(`${clock} ${timeZone} ${day}`, () => ({
    ...{ start: startOfDay(day, timeZone), slots: slotsOf(day, timeZone, clock) },
    ofYear: dayOfYear(day),
  }))

/**
 * Days of the past by slot, the oldest first, up to and including the day of issue; NaN = not measured. `passed` slots of
 * the last one are over, in the order of `grid`.
 */
export type Past = {
  readonly timeZone: string
  readonly days: readonly Day[]
  readonly grids: readonly DayGrid[]
  /** 96 a day. */
  readonly power: Float32Array
  readonly clock: Clock
}

const lists = createCache<readonly Day[]>(200)

/** Returns the last `count` days before one, and that one; cached. */
export const lastDays = (day: Day, count: number): readonly Day[] =>
  lists(`${day} ${count}`, () => Array.from({ length: count + 1 }, (_, i) => dayAfter(day, i - count)))

const gridLists = createCache<readonly DayGrid[]>(200)

/** Returns how each of `lastDays` lies on a clock; cached. */
export const lastGrids = (day: Day, count: number, timeZone: string, clock: Clock): readonly DayGrid[] =>
  gridLists(`${clock} ${timeZone} ${day} ${count}`, () =>
    lastDays(day, count).map((one) => dayGrid(one, timeZone, clock)),
  )

/** Mean powers of a day's quarters; null or NaN = not measured, as are missing ones at the end. */
type DayPowers = ArrayLike<number | null>
export type PowersOf = (day: Day, grid: DayGrid) => DayPowers | undefined

/** Mean powers of consecutive quarters; NaN = not measured. Unlike a history it holds no object for each of them. */
export type Course = { readonly start: Date; readonly power: Float64Array }

/** Cuts days out of a course. */
export function daysOf({ start, power }: Course): PowersOf {
  const from = start.getTime() / QUARTER_MS
  return (_, grid) => {
    const count = grid.slots.length
    const first = Math.round(grid.start.getTime() / QUARTER_MS - from)
    if (first >= 0) return power.subarray(first, first + count)
    if (first + count <= 0) return undefined
    const day = new Float64Array(count).fill(Number.NaN)
    day.set(power.subarray(0, first + count), -first)
    return day
  }
}

function isMeasured(powers: DayPowers): boolean {
  for (let i = 0; i < powers.length; i += 1) if (!Number.isNaN(powers[i] ?? Number.NaN)) return true
  return false
}

/** Arranges the last `most` days before today, and of today what is over, by slot; those before the first measured one are left out. */
export function pastOf(powersOf: PowersOf, now: Date, timeZone: string, clock: Clock, most: number): Past {
  const today = dayOf(now, timeZone)
  const all = lastDays(today, most)
  const allGrids = lastGrids(today, most, timeZone, clock)
  const found = allGrids.map((grid, d) => powersOf(all[d] ?? today, grid))
  const first = found.findIndex((powers) => powers && isMeasured(powers))
  const start = first < 0 ? most : first
  const days = all.slice(start)
  const grids = allGrids.slice(start)
  const power = new Float32Array(days.length * SLOTS).fill(Number.NaN)
  grids.forEach((grid, d) => {
    const powers = found[start + d]
    if (!powers) return
    const isOver = Math.floor((now.getTime() - grid.start.getTime()) / QUARTER_MS)
    const count = Math.min(isOver, powers.length, grid.slots.length)
    for (let i = 0; i < count; i += 1) {
      const at = d * SLOTS + (grid.slots[i] ?? 0)
      // Where clocks go back, the first measured of two quarters counts.
      if (Number.isNaN(power[at])) power[at] = powers[i] ?? Number.NaN
    }
  })
  return { timeZone, days, grids, power, clock }
}

/** Returns how many quarters of the last day are over. */
export const passedAt = ({ grids }: Past, now: Date) =>
  Math.max(0, Math.floor((now.getTime() - (grids.at(-1)?.start.getTime() ?? 0)) / QUARTER_MS))
