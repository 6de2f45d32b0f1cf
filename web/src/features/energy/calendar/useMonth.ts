import type { Month } from '@kellersonne/contract/energy/month'
import type { Day } from '@kellersonne/core/time/days'
import { firstDay } from '@kellersonne/core/time/periods'
import { useEffect, useState } from 'react'
import type { ApiError } from '../../../platform/client/client.ts'
import { useRefreshed } from '../../../platform/client/useRefreshed.ts'
import { monthOf } from '../api/calendar.ts'
import { stepped } from '../charts/model/dates.ts'
import { dayIn, type System } from '../charts/model/selection.ts'

const always = () => true
const never = () => false
/** Delay that gives the shown month priority over its neighbours. */
const AHEAD_MS = 300

export type MonthState = {
  /** The requested month; until it has loaded, the previous one; null if there is none or the request failed. */
  readonly shown: Month | null
  readonly current: boolean
  readonly fault: ApiError | null
  /** When the shown month was current, if it comes from a stored copy. */
  readonly copiedAt: Date | null
  readonly retry: () => void
}

/** Refreshes the current month, and retries a missing one, while visible and online. */
function useAnew(system: System, month: Day, today: Day) {
  const resource = monthOf(system, month)
  const isUnderWay = month === firstDay(today, 'month')
  useRefreshed(resource, isUnderWay ? always : never)
  useEffect(() => {
    if (resource.current() !== null && (isUnderWay || !resource.isAnswered())) void resource.refresh()
  }, [resource, isUnderWay])
}

/** Preloads the neighbouring months, which are likely to be next. */
function useNeighbours(system: System, month: Day, today: Day, ready: boolean) {
  useEffect(() => {
    if (!ready) return
    const timer = setTimeout(() => {
      for (const beside of [-1, 1].map((count) => dayIn(stepped('month', month, count)))) {
        if (beside === null || beside > today) continue
        const resource = monthOf(system, beside)
        if (!resource.isAnswered()) void resource.refresh()
      }
    }, AHEAD_MS)
    return () => clearTimeout(timer)
  }, [system, month, today, ready])
}

/** The state of a system's month, named by its first day. */
export function useMonth(system: System, month: Day, today: Day): MonthState {
  const resource = monthOf(system, month)
  const { value, fault, copiedAt } = resource.use()
  useAnew(system, month, today)
  useNeighbours(system, month, today, value !== null)
  const [last, setLast] = useState<Month | null>(null)
  if (value && value !== last) setLast(value)
  const shown = value ?? (fault ? null : last)
  return { shown, current: value !== null, fault, copiedAt, retry: () => void resource.refresh() }
}
