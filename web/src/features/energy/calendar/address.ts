import type { Day } from '@kellersonne/core/time/days'
import { dayIn, readSelection, type System, writeSelection } from '../charts/model/selection.ts'
import { lastDay } from './moves.ts'

export type Read = {
  readonly date: Day
  /** True if the URL named a day that does not exist or is still to come. */
  readonly broken: boolean
}

/** Reads the day, and with it the month, from the URL; today if it names none. */
export function readDate(address: URLSearchParams, today: Day): Read {
  const text = address.get('date')
  if (text === null) return { date: today, broken: false }
  const named = dayIn(text)
  const date = named && named <= lastDay(today) ? named : null
  return { date: date ?? today, broken: date === null }
}

export const writeDate = (date: Day) => `?date=${date}`

/** URL of a day's chart. */
export function chartOf(day: Day, system: System | null) {
  const { selection } = readSelection(new URLSearchParams(), day)
  return `/charts?${writeSelection({ ...selection, system })}`
}
