import { type Day, dayAfter, startOfDay } from './days.ts'
import { firstDay, nextPeriod } from './periods.ts'

/** ISO 8601 weekday: Monday is 1, Sunday 7. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

const DAYS = 7
const HOUR_MS = 3_600_000

export const weekdayOf = (day: Day) => (new Date(`${day}T00:00:00Z`).getUTCDay() || DAYS) as Weekday

/** Counts the days from the start of a day's week to the day. */
export const daysIntoWeek = (day: Day, weekStart: Weekday) => (weekdayOf(day) - weekStart + DAYS) % DAYS

/** Returns the weeks a month reaches into, seven days each; null = a day of another month. */
export function weeksOf(month: Day, weekStart: Weekday): (Day | null)[][] {
  const first = firstDay(month, 'month')
  const until = nextPeriod(first, 'month')
  const weeks: (Day | null)[][] = []
  for (
    let start = dayAfter(first, -daysIntoWeek(first, weekStart));
    start < until;
    start = dayAfter(start, DAYS)
  )
    weeks.push(
      Array.from({ length: DAYS }, (_, i) => dayAfter(start, i)).map((day) =>
        day >= first && day < until ? day : null,
      ),
    )
  return weeks
}

/** Returns the length of a day in a zone, in hours: 23 or 25 if the clocks change. */
export const hoursOf = (day: Day, timeZone: string) =>
  (startOfDay(dayAfter(day), timeZone).getTime() - startOfDay(day, timeZone).getTime()) / HOUR_MS
