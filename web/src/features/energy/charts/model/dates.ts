import { type Day, dayAfter } from '@kellersonne/core/time/days'
import { firstDay, nextPeriod, type Period } from '@kellersonne/core/time/periods'
import type { Wall } from '../../../../ui/chart/axis/wallClock.ts'

/** The same day `count` periods away; the last day if that period is too short. */
export function stepped(period: Period, date: Day, count: number): Day {
  if (period === 'day') return dayAfter(date, count)
  const months =
    Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + count * (period === 'year' ? 12 : 1)
  const year = String(Math.floor(months / 12)).padStart(4, '0')
  const first = `${year}-${String((months % 12) + 1).padStart(2, '0')}-01` as Day
  const last = dayAfter(nextPeriod(first, 'month'), -1)
  const wanted = `${first.slice(0, 8)}${date.slice(8)}` as Day
  return wanted > last ? last : wanted
}

/** True if both days lie in the same period. */
export const isSame = (period: Period, one: Day, other: Day) =>
  firstDay(one, period) === firstDay(other, period)

const MINUTE = 60_000
/** Formats a wallClock time: `2026-06-09T09:15:00+02:00`. */
export function isoWithOffset({ wall, offset }: Wall): string {
  const minutes = Math.abs(offset) / MINUTE
  const two = (value: number) => String(value).padStart(2, '0')
  const ahead = `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  return `${new Date(wall).toISOString().slice(0, 19)}${ahead}`
}
