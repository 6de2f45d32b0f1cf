import type { Day } from '@kellersonne/core/time/days'
import { firstDay } from '@kellersonne/core/time/periods'
import { startTransition, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from '../../../platform/router/context.tsx'
import type { System } from '../charts/model/selection.ts'
import { chartOf, readDate, writeDate } from './address.ts'

/** A held key moves faster than browsers allow the URL to change. */
const REST_MS = 300

/** A day selected while the URL named `from`, or `written`, which the URL may be about to name. */
type Moved = { readonly date: Day; readonly from: Day; readonly written: Day | null }

/** The selected day, written to the URL once it is stable. Another month adds a history entry. */
export function useDate(today: Day) {
  const navigate = useNavigate()
  const address = useSearchParams()
  const read = useMemo(() => readDate(address, today), [address, today])
  const [moved, setMoved] = useState<Moved | null>(null)
  const holds = moved !== null && (moved.from === read.date || moved.written === read.date)
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
    resting.current = setTimeout(async () => {
      written.current = pending
      await navigate({ search: writeDate(pending) }, { replace })
      // After going back before that was rendered, the owner must not be sent forward again.
      startTransition(() => setMoved((newest) => (newest?.date === pending ? null : newest)))
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
    select: (date: Day) => setMoved({ date, from: read.date, written: written.current }),
    open,
  }
}
