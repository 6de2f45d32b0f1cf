import { type Day, dayAfter, startOfDay } from '@kellersonne/core/time/days'
import { firstDay } from '@kellersonne/core/time/periods'
import { useEffect } from 'react'
import { serverNow } from '../../../../platform/clock/serverClock.ts'
import { monthOf } from '../../api/calendar.ts'
import { graphCopiedAt, graphOf } from '../../api/charts.ts'
import { queryOf } from './queries.ts'
import { readSelection, type System } from './selection.ts'

/** Gives the page and what its owner does first priority. */
const AFTER_MS = 10_000
const DAYS = 7
/** Units send what they measured while they were offline a little later. */
const LATE_MS = 3_600_000

/** Queries for the days, today last, whose stored copies are missing or were made before the day was over. */
function missing(system: System, today: Day, timeZone: string) {
  const days = Array.from({ length: DAYS }, (_, i) => dayAfter(today, i - DAYS + 1))
  const now = serverNow().getTime()
  return days.flatMap((date) => {
    const { selection } = readSelection(new URLSearchParams({ date }), today)
    const query = queryOf(selection, system)
    const complete = startOfDay(dayAfter(date), timeZone).getTime() + LATE_MS
    const copiedAt = graphCopiedAt(query)?.getTime() ?? 0
    return copiedAt >= Math.min(complete, now - LATE_MS) ? [] : [query]
  })
}

/**
 * Stores copies of the charts of the last seven days and of this month's calendar, for when the server is unreachable
 * (SHL-10): one request at a time, until one fails.
 */
export function useHistoryCopies(system: System, today: Day, timeZone: string) {
  useEffect(() => {
    let stopped = false
    async function keep() {
      for (const query of missing(system, today, timeZone)) {
        if (stopped) return
        const resource = graphOf(query)
        await resource.refresh()
        if (!resource.isAnswered()) return
      }
      if (!stopped) await monthOf(system, firstDay(today, 'month')).refresh()
    }
    const timer = setTimeout(() => void keep(), AFTER_MS)
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [system, today, timeZone])
}
