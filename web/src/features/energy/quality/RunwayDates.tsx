import type { Day } from '@kellersonne/core/time/days'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import styles from './RunwayPicture.module.css'

/** With fewer days the first and the last are named, else the months. */
const FEWEST_FOR_MONTHS = 45
/** The name of a month needs so many days of room. */
const ROOM = 8

/** What lies below the picture of the coming days. */
export function RunwayDates({ days }: { days: readonly Day[] }) {
  const f = useFormats()
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return null
  const date = (day: Day) => f.dayAndMonth(new Date(`${day}T12:00:00Z`), 'UTC')
  if (days.length < FEWEST_FOR_MONTHS)
    return (
      <span className={styles.dates} aria-hidden="true">
        <span>{date(first)}</span>
        {last !== first && <span className={styles.last}>{date(last)}</span>}
      </span>
    )
  return (
    <span className={styles.dates} aria-hidden="true">
      {days.map((day, i) =>
        day.endsWith('-01') && i < days.length - ROOM ? (
          <span key={day} className={styles.month} style={{ left: `${(100 * i) / days.length}%` }}>
            {f.month(day, 'short')}
          </span>
        ) : null,
      )}
    </span>
  )
}
