import type { Day } from '@kellersonne/core/time/days'
import { firstDay } from '@kellersonne/core/time/periods'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from '../../../platform/router/context.tsx'
import type { Location } from '../../../platform/router/location.ts'
import type { System } from '../charts/model/selection.ts'
import { chartOf, readDate, writeDate } from './address.ts'

/** A held key moves faster than browsers allow the URL to change. */
const REST_MS = 300

/** A day selected at `from`; the URL may be about to name `written`. */
type Moved = { readonly date: Day; readonly from: Location; readonly written: Day | null }

/** The selected day, written to the URL once it is stable. Another month adds a history entry. */
export function useDate(today: Day) {
  const navigate = useNavigate()
  const location = useLocation()
  const address = useSearchParams()
  const read = useMemo(() => readDate(address, today), [address, today])
  const [moved, setMoved] = useState<Moved | null>(null)
  // After going back before a move was rendered, the location is another one that names the same day.
  const holds = moved !== null && (moved.from === location || moved.written === read.date)
  // The URL may still name that day while a navigation to another is pending.
  const changing = moved !== null && moved.written !== null && moved.written !== read.date
  const pending = holds && (changing || moved.date !== read.date) ? moved.date : null
  if (moved !== null && pending === null) setMoved(null)

  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const written = useRef<Day>(null)
  useEffect(() => {
    if (written.current === read.date) written.current = null
  }, [read.date])
  useEffect(() => {
    if (pending === null) return
    const replace = firstDay(pending, 'month') === firstDay(read.date, 'month')
    resting.current = setTimeout(() => {
      written.current = pending
      void navigate({ search: writeDate(pending) }, { replace })
    }, REST_MS)
    return () => clearTimeout(resting.current)
  }, [pending, read.date, navigate])

  /** Opens a day's chart, so that Back returns to that day. */
  async function open(day: Day, system: System | null) {
    clearTimeout(resting.current)
    await navigate({ search: writeDate(day) }, { replace: true })
    await navigate(chartOf(day, system))
  }

  return {
    date: pending ?? read.date,
    broken: pending === null && read.broken,
    select: (date: Day) => setMoved({ date, from: location, written: written.current }),
    open,
  }
}
