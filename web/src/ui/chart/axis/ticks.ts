import type { Day } from '@kellersonne/core/time/days'
import type { Range } from '../lane.ts'
import { createWallClock, instantOf, type WallClock } from './wallClock.ts'

const MINUTE = 60_000
const DAY = 1440
const DAY_MS = DAY * MINUTE

/** Possible distances between ticks: minutes of the wall clock, then days, then months. */
const MINUTES = [15, 30, 60, 120, 180, 360, 720]
const DAYS = [1, 2, 7]
const MONTHS = [1, 2, 3, 6, 12]
const MONTH = 30 * DAY
/** Half an hour is the smallest clock change there is. */
const GRAIN = 30

export type TimeTick = { readonly at: number; readonly unit: 'time' | 'day' | 'month'; readonly day: Day }

/**
 * Tick times, about `most` at most, at round times of the zone's wall clock: times the clocks skip are left out,
 * times they repeat appear twice.
 */
export function timeTicks([from, to]: Range, most: number, timeZone: string): TimeTick[] {
  const clock = createWallClock(timeZone)
  const length = (to - from) / MINUTE
  const fits = (minutes: number) => length / minutes <= most
  const minutes = MINUTES.find(fits)
  const days = DAYS.find((count) => fits(count * DAY))
  const months = MONTHS.find((count) => fits(count * MONTH)) ?? 12
  const all =
    minutes !== undefined
      ? times([from, to], minutes, clock)
      : days !== undefined
        ? midnights([from, to], clock, 'day', (wall) => isNthDay(wall.getUTCDate(), days))
        : midnights(
            [from, to],
            clock,
            'month',
            (wall) => wall.getUTCDate() === 1 && wall.getUTCMonth() % months === 0,
          )
  return all.filter(({ at }) => at >= from && at <= to)
}

/** Every n-th day of a month, except right before the next month. */
const isNthDay = (date: number, every: number) =>
  every === 1 || ((date - 1) % every === 0 && (every !== 7 || date < 29))

const dayOf = (wall: number) => new Date(wall).toISOString().slice(0, 10) as Day

function midnights(
  [from, to]: Range,
  clock: WallClock,
  unit: TimeTick['unit'],
  wanted: (wall: Date) => boolean,
): TimeTick[] {
  const ticks: TimeTick[] = []
  const first = Math.floor(clock(from).wall / DAY_MS) * DAY_MS
  for (let wall = first; wall <= clock(to).wall; wall += DAY_MS)
    if (wanted(new Date(wall))) ticks.push({ at: instantOf(wall, clock), unit, day: dayOf(wall) })
  return ticks
}

function times([from, to]: Range, every: number, clock: WallClock): TimeTick[] {
  const grain = Math.min(GRAIN, every) * MINUTE
  const ticks: TimeTick[] = []
  for (let at = Math.floor(from / grain) * grain; at <= to; at += grain) {
    const { wall } = clock(at)
    const minute = (wall / MINUTE) % DAY
    if (minute % every === 0) ticks.push({ at, unit: minute === 0 ? 'day' : 'time', day: dayOf(wall) })
  }
  return ticks
}

/** The middles of every n-th step, at most `most` within the view, with their indices. */
export function stepTicks(edges: readonly number[], [from, to]: Range, most: number) {
  const steps = edges
    .slice(1)
    .map((end, i) => ({ at: ((edges[i] ?? end) + end) / 2, start: edges[i] ?? end, index: i }))
    .filter(({ at }) => at >= from && at <= to)
  const every = Math.ceil(steps.length / Math.max(1, most))
  return steps.filter(({ index }) => index % every === 0)
}
