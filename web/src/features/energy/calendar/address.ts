import { TOTAL } from '@kellersonne/core/systems/systems'
import type { Day } from '@kellersonne/core/time/days'
import { dayIn, readSelection, type System, writeSelection } from '../charts/model/selection.ts'
import { lastDay } from './moves.ts'

export type Read = {
  readonly date: Day
  /** Whether the address named a day that there is none of, or none yet. */
  readonly broken: boolean
}

/** The day, and with it the month, that an address names; today where it does not. */
export function readDate(address: URLSearchParams, today: Day): Read {
  const text = address.get('date')
  if (text === null) return { date: today, broken: false }
  const named = dayIn(text)
  const date = named && named <= lastDay(today) ? named : null
  return { date: date ?? today, broken: date === null }
}

export const writeDate = (date: Day) => `?date=${date}`

/** Where a day's chart is; of the total as the overview shows it, so that its balance closes. */
export function chartOf(day: Day, system: System | null) {
  const { selection } = readSelection(new URLSearchParams(), day)
  return `/charts?${writeSelection({ ...selection, system, balance: system === TOTAL })}`
}
