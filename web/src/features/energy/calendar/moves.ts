import { type Day, dayAfter } from '@kellersonne/core/time/days'
import { daysIntoWeek, type Weekday } from '@kellersonne/core/time/months'
import { firstDay, nextPeriod } from '@kellersonne/core/time/periods'
import { stepped } from '../charts/model/dates.ts'
import { dayIn } from '../charts/model/selection.ts'

/** The last selectable day: the last of the current month. */
export const lastDay = (today: Day) => dayAfter(nextPeriod(today, 'month'), -1)

/** The day `months` away; null if that month cannot be selected. In the current month, at most today. */
export function monthsAway(day: Day, months: number, today: Day): Day | null {
  const aim = dayIn(stepped('month', day, months))
  if (aim === null || aim > lastDay(today)) return null
  return aim > today ? today : aim
}

type Keys = { readonly key: string; readonly shiftKey: boolean }
const MONTHS = 12

const pageOf = (shiftKey: boolean) => (shiftKey ? MONTHS : 1)

function inWeek(key: 'Home' | 'End', day: Day, weekStart: Weekday): Day {
  const into = daysIntoWeek(day, weekStart)
  const [start, end] = [dayAfter(day, -into), dayAfter(day, 6 - into)]
  const [first, last] = [firstDay(day, 'month'), lastDay(day)]
  if (key === 'Home') return start > first ? start : first
  return end < last ? end : last
}

const arrows: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

export type Move = {
  /** null = there is no day to move to. */
  readonly to: Day | null
  /** True if the key is one that moves. */
  readonly known: boolean
}

function aimOf({ key, shiftKey }: Keys, day: Day, weekStart: Weekday, today: Day): Day | null | undefined {
  const days = arrows[key]
  if (days !== undefined) return dayIn(dayAfter(day, days))
  if (key === 'Home' || key === 'End') return inWeek(key, day, weekStart)
  if (key === 'PageUp') return monthsAway(day, -pageOf(shiftKey), today)
  if (key === 'PageDown') return monthsAway(day, pageOf(shiftKey), today)
  return undefined
}

/** The day a key leads to, as in any grid: Home and End stay within the week, none goes past the current month. */
export function dayForKey(keys: Keys, day: Day, weekStart: Weekday, today: Day): Move {
  const aim = aimOf(keys, day, weekStart, today)
  const to = aim && aim !== day && aim <= lastDay(today) ? aim : null
  return { to, known: aim !== undefined }
}
