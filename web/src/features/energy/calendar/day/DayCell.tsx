import type { CalendarDay } from '@kellersonne/contract/energy/month'
import type { Day } from '@kellersonne/core/time/days'
import { memo } from 'react'
import type { Quantity } from '../../../../platform/i18n/format.ts'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../../platform/i18n/useFormats.ts'
import { StateMark } from '../../../../ui/feedback/StateMark.tsx'
import { type DayMark, kindOf, marksOf } from '../days.ts'
import { cellText, hoursText, type Localizer } from '../wording.ts'
import styles from './DayCell.module.css'
import { HalfSun } from './HalfSun.tsx'
import { MessageMark } from './MessageMark.tsx'

const Mark = ({ mark }: { mark: DayMark }) =>
  mark.kind === 'update' ? <StateMark state="update" /> : <MessageMark message={mark.message} />

function Marks({ entry, narrow }: { entry: CalendarDay; narrow: boolean }) {
  const { marks, more } = marksOf(entry, narrow)
  return (
    <span className={styles.marks}>
      {marks.map((mark, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a mark is identified by its place in the corner
        <Mark key={place} mark={mark} />
      ))}
      {more > 0 && `+${more}`}
    </span>
  )
}

function Yield({ energy: { value, unit } }: { energy: Quantity }) {
  return (
    <span>
      <strong>{value}</strong>
      {unit !== '' && <span className={styles.unit}>{`\u00A0${unit}`}</span>}
    </span>
  )
}

/** The label beside the number of a special day. */
function asideOf({ day, today, timeZone }: Pick<Props, 'day' | 'today' | 'timeZone'>, { t, f }: Localizer) {
  const hours = hoursText(day, timeZone, f)
  if (day === today) return t('today')
  return hours && t('hoursShort', { hours })
}

type Props = {
  day: Day
  /** null until loaded. */
  entry: CalendarDay | null
  today: Day
  timeZone: string
  /** The yield of the best day, Wh. */
  best: number
  selected: boolean
  tabbable: boolean
  /** True if there is little room. */
  narrow: boolean
  href: string
}

/** A day of the grid; links to its chart. */
export const DayCell = memo(function DayCell(props: Props) {
  const { day, entry, today, timeZone, best, selected, tabbable, narrow, href } = props
  const { t } = useTranslation('calendar', 'flags')
  const f = useFormats()
  const kind = entry && kindOf(entry, today)
  return (
    <a
      className={styles.day}
      data-day={day}
      data-kind={kind ?? undefined}
      data-today={day === today || undefined}
      data-selected={selected || undefined}
      tabIndex={tabbable ? 0 : -1}
      role={day > today ? 'link' : undefined}
      aria-disabled={day > today || undefined}
      href={day > today ? undefined : href}
    >
      {entry && <span className="visually-hidden">{cellText(entry, { today, timeZone }, { t, f })}</span>}
      <span className={styles.head} aria-hidden={entry !== null}>
        <span className={styles.number}>{Number(day.slice(8))}</span>
        <span className={styles.aside}>{asideOf(props, { t, f })}</span>
        {entry && <Marks entry={entry} narrow={narrow} />}
      </span>
      {entry && kind === 'measured' && (
        <>
          <HalfSun balance={entry.balance} best={best} />
          <span className={styles.values} aria-hidden>
            <Yield energy={f.energy(entry.balance.pv)} />
            <span>{f.text(f.percent(entry.balance.selfSufficiency))}</span>
          </span>
        </>
      )}
      {kind === 'silent' && (
        <>
          <span className={styles.ground} />
          <span className={styles.values} aria-hidden>
            {t('kind.silent')}
          </span>
        </>
      )}
    </a>
  )
})
