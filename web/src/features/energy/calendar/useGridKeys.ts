import type { Day } from '@kellersonne/core/time/days'
import type { Weekday } from '@kellersonne/core/time/months'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { dayForKey } from './moves.ts'

type Keys = {
  date: Day
  today: Day
  /** The first day of the month shown. */
  month: Day
  weekStart: Weekday
  select: (day: Day) => void
  open: (day: Day) => void
  preview: (day: null) => void
}

/** Keyboard navigation of the grid: focuses the selected day as soon as it is rendered. */
export function useGridKeys({ date, today, month, weekStart, select, open, preview }: Keys) {
  const table = useRef<HTMLTableElement>(null)
  const moving = useRef<boolean>(false)
  useLayoutEffect(() => {
    if (!moving.current || !date.startsWith(month.slice(0, 7))) return
    moving.current = false
    table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [date, month])

  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (date <= today) open(date)
      return
    }
    const { to, known } = dayForKey(event, date, weekStart, today)
    if (known) event.preventDefault()
    if (to === null) return
    moving.current = true
    preview(null)
    select(to)
  }
  return { table, press }
}
