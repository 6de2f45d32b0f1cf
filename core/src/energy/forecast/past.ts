import { type Day, dayAfter, dayOf, QUARTER_MS, startOfDay } from '../../time/days.ts'
import { createCache } from '../cache.ts'
import { bySlot, type Clock, type History, SLOTS, slotsOf } from './days.ts'
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

/** Arranges the last `most` days before today, and of today what is over, by slot; those before the first measured one are left out. */
export function pastOf(history: History, now: Date, timeZone: string, clock: Clock, most: number): Past {
  const today = dayOf(now, timeZone)
  const all = lastDays(today, most)
  const first = all.findIndex((day) => history.get(day)?.some((power) => power !== null))
  const start = first < 0 ? most : first
  const days = all.slice(start)
  const grids = lastGrids(today, most, timeZone, clock).slice(start)
  const power = new Float32Array(days.length * SLOTS).fill(Number.NaN)
  days.forEach((day, d) => {
    const grid = grids[d]
    const all = history.get(day)
    if (!(grid && all)) return
    const isOver = Math.floor((now.getTime() - grid.start.getTime()) / QUARTER_MS)
    const quarters = isOver < all.length ? all.slice(0, Math.max(0, isOver)) : all
    if (grid.slots.length !== SLOTS) {
      bySlot(quarters, grid.slots).forEach((value, slot) => {
        power[d * SLOTS + slot] = value ?? Number.NaN
      })
      return
    }
    for (let i = 0; i < SLOTS; i += 1) power[d * SLOTS + (grid.slots[i] ?? 0)] = quarters[i] ?? Number.NaN
  })
  return { timeZone, days, grids, power, clock }
}

/** Returns how many quarters of the last day are over. */
export const passedAt = ({ grids }: Past, now: Date) =>
  Math.max(0, Math.floor((now.getTime() - (grids.at(-1)?.start.getTime() ?? 0)) / QUARTER_MS))
