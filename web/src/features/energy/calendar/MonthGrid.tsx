import type { Month } from '@kellersonne/contract/energy/month'
import type { Day } from '@kellersonne/core/time/days'
import { type Weekday, weeksOf } from '@kellersonne/core/time/months'
import { type MouseEvent, type PointerEvent, useId, useMemo } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { useShape } from '../../../ui/hooks/useShape.ts'
import { DayCell } from './day/DayCell.tsx'
import { bestOf } from './days.ts'
import { isUnmodifiedClick } from './isUnmodifiedClick.ts'
import styles from './MonthGrid.module.css'
import { useGridKeys } from './useGridKeys.ts'

type Props = {
  /** The first day of the month shown. */
  month: Day
  /** null until loaded. */
  data: Month | null
  /** True while another month than the requested one is shown. */
  stale: boolean
  date: Day
  today: Day
  timeZone: string
  weekStart: Weekday
  hrefOf: (day: Day) => string
  select: (day: Day) => void
  open: (day: Day) => void
  /** The day under the pointer; null = none any more. */
  preview: (day: Day | null) => void
}

const dayAt = (target: EventTarget): Day | null => {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-day]') : null
  return (cell?.dataset['day'] ?? null) as Day | null
}

/** True if the mouse moved, rather than the content under it. */
const isMouse = ({ pointerType, movementX, movementY }: PointerEvent) =>
  pointerType === 'mouse' && (movementX !== 0 || movementY !== 0)

/** A month, week by week (CAL-01). A click opens a day's chart; on phones, its details. */
export function MonthGrid(props: Props) {
  const { month, data, stale, date, today, timeZone, weekStart, hrefOf, select, open, preview } = props
  const { t } = useTranslation('calendar')
  const f = useFormats()
  const phone = useShape() === 'phone'
  const help = useId()
  const { table, press } = useGridKeys(props)
  const weeks = useMemo(() => weeksOf(month, weekStart), [month, weekStart])
  const days = useMemo(() => new Map((data?.days ?? []).map((day) => [day.day, day])), [data])
  const best = useMemo(() => bestOf(data?.days ?? []), [data])
  const tabbable = date.startsWith(month.slice(0, 7)) ? date : month

  function click(event: MouseEvent) {
    const day = dayAt(event.target)
    if (!day || !isUnmodifiedClick(event)) return
    event.preventDefault()
    if (phone || day > today) select(day)
    else open(day)
  }

  return (
    <>
      <p id={help} className="visually-hidden">
        {t('help')}
      </p>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid pattern of WAI-ARIA
        role="grid"
        className={styles.grid}
        data-stale={stale || undefined}
        data-weeks={weeks.length}
        aria-label={f.month(month, 'long', 'numeric')}
        aria-describedby={help}
        aria-busy={stale || data === null}
        onKeyDown={press}
        onClick={click}
        onFocus={({ target }) => {
          const day = dayAt(target)
          if (day && !stale && day !== date) select(day)
        }}
        onPointerMove={(event) => isMouse(event) && preview(dayAt(event.target))}
        onPointerLeave={() => preview(null)}
      >
        <thead>
          <tr>
            {Array.from({ length: 7 }, (_, i) => weeks[1]?.[i] ?? month).map((day) => (
              <th key={day} scope="col" abbr={f.weekday(day, 'long')}>
                {f.weekday(day, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, i) =>
                day === null ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an empty cell is identified by its place in the week
                  <td key={i} />
                ) : (
                  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid pattern of WAI-ARIA
                  // biome-ignore lint/a11y/useFocusableInteractive: the focus is on the link in it
                  <td key={day} role="gridcell" aria-selected={day === date}>
                    <DayCell
                      {...{ day, today, timeZone, best }}
                      entry={days.get(day) ?? null}
                      selected={day === date}
                      tabbable={day === tabbable}
                      narrow={phone}
                      href={hrefOf(day)}
                    />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
