import { type Day, dayAfter } from './days.ts'

/** A time span that charts and calendar show. */
export const periods = ['day', 'month', 'year'] as const
export type Period = (typeof periods)[number]

/** Returns the first day of the period that a day lies in. */
export const firstDay = (day: Day, period: Period) =>
  (period === 'day' ? day : period === 'month' ? `${day.slice(0, 7)}-01` : `${day.slice(0, 4)}-01-01`) as Day

/** Returns the first day of the next period. */
export const nextPeriod = (day: Day, period: Period) =>
  period === 'day'
    ? dayAfter(day)
    : firstDay(dayAfter(firstDay(day, period), period === 'month' ? 31 : 366), period)
