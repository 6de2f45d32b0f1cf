import { firstDay } from '@kellersonne/core/energy/charts'
import type { Day } from '@kellersonne/core/time/days'
import { useEffect, useState } from 'react'
import type { ApiError } from '../../../platform/client/client.ts'
import { type Month, monthOf } from '../api/calendar.ts'
import { stepped } from '../charts/model/dates.ts'
import { dayIn, type System } from '../charts/model/selection.ts'

/** How often the month that is not over yet is asked for anew. */
const ANEW_MS = 60_000
/** How long the month shown has the line for itself. */
const AHEAD_MS = 300

export type MonthState = {
  /** The month asked for, or until it has come the one before; null where there is none or it cannot come. */
  readonly shown: Month | null
  readonly current: boolean
  readonly fault: ApiError | null
  readonly retry: () => void
}

/** Looks again at what still changes, and at what has not come, while it is seen. */
function useAnew(system: System, month: Day, today: Day) {
  const resource = monthOf(system, month)
  useEffect(() => {
    const underWay = month === firstDay(today, 'month')
    const look = () => {
      const seen = document.visibilityState === 'visible' && navigator.onLine
      if (seen && (underWay || resource.current() === null)) void resource.refresh()
    }
    if (resource.current() !== null) look()
    const timer = setInterval(look, ANEW_MS)
    return () => clearInterval(timer)
  }, [resource, month, today])
}

/** Asks for the months beside, which are likely to be looked at next. */
function useNeighbours(system: System, month: Day, today: Day, ready: boolean) {
  useEffect(() => {
    if (!ready) return
    const timer = setTimeout(() => {
      for (const beside of [-1, 1].map((count) => dayIn(stepped('month', month, count)))) {
        if (beside === null || beside > today) continue
        const resource = monthOf(system, beside)
        if (resource.current() === null) void resource.refresh()
      }
    }, AHEAD_MS)
    return () => clearTimeout(timer)
  }, [system, month, today, ready])
}

/** A system's month, named by its first day. */
export function useMonth(system: System, month: Day, today: Day): MonthState {
  const resource = monthOf(system, month)
  const { value, fault } = resource.use()
  useAnew(system, month, today)
  useNeighbours(system, month, today, value !== null)
  const [last, setLast] = useState<Month | null>(null)
  if (value && value !== last) setLast(value)
  const shown = value ?? (fault ? null : last)
  return { shown, current: value !== null, fault, retry: () => void resource.refresh() }
}
