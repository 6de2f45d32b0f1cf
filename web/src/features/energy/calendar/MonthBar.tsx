import type { Day } from '@kellersonne/core/time/days'
import { firstDay } from '@kellersonne/core/time/periods'
import { IconChevronDown, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Dropdown } from '../../../ui/controls/Dropdown.tsx'
import { isSame, stepped } from '../charts/model/dates.ts'
import { dayIn } from '../charts/model/selection.ts'
import styles from './MonthBar.module.css'
import { monthsAway } from './moves.ts'

type Props = { date: Day; today: Day; select: (day: Day) => void }

type StepProps = { to: Day | null; label: string; back?: boolean; select: (day: Day) => void }

/** A button to the previous or next month, disabled if there is none. */
function Step({ to, label, back = false, select }: StepProps) {
  const Icon = back ? IconChevronLeft : IconChevronRight
  return (
    <button
      type="button"
      className={styles.step}
      aria-label={label}
      title={label}
      aria-disabled={to === null || undefined}
      onClick={() => to && select(to)}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
    </button>
  )
}

/** Selects the month: previous, next, the current one or any other. */
export function MonthBar({ date, today, select }: Props) {
  const { t } = useTranslation('calendar', 'charts')
  const f = useFormats()
  const id = useId()
  const name = f.month(date, 'long', 'numeric')
  return (
    <div className={styles.bar}>
      <Step back to={monthsAway(date, -1, today)} label={t('previous')} select={select} />
      <h2 className={styles.title}>
        <button data-paper type="button" popoverTarget={id} title={t('chooseMonth')}>
          {name}
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </button>
      </h2>
      <Dropdown id={id} label={t('chooseMonth')} placement="centre">
        <MonthPicker key={date.slice(0, 4)} panel={id} {...{ date, today, select }} />
      </Dropdown>
      <Step to={monthsAway(date, 1, today)} label={t('next')} select={select} />
      <button
        type="button"
        className={styles.today}
        aria-disabled={date === today || undefined}
        onClick={() => select(today)}
      >
        {t('charts:today')}
      </button>
      <p role="status" className="visually-hidden">
        {name}
      </p>
    </div>
  )
}

/** All months of a year, with buttons to the previous and next year. */
function MonthPicker({ panel, date, today, select }: Props & { panel: string }) {
  const { t } = useTranslation('calendar')
  const f = useFormats()
  const [shown, show] = useState(firstDay(date, 'year'))
  const beside = (years: number) => {
    const year = dayIn(stepped('year', shown, years))
    return year && year <= today ? year : null
  }
  const months = Array.from({ length: 12 }, (_, i) => stepped('month', shown, i))
  return (
    <div className={styles.picker}>
      <div className={styles.year}>
        <Step back to={beside(-1)} label={t('previousYear')} select={show} />
        <span aria-live="polite">{shown.slice(0, 4)}</span>
        <Step to={beside(1)} label={t('nextYear')} select={show} />
      </div>
      <ul className={styles.months}>
        {months.map((month) => (
          <li key={month}>
            <button
              type="button"
              aria-label={f.month(month, 'long', 'numeric')}
              aria-current={isSame('month', month, date) || undefined}
              disabled={month > today}
              popoverTarget={panel}
              popoverTargetAction="hide"
              onClick={() => select(monthsAway(date, monthsBetween(date, month), today) ?? today)}
            >
              {f.month(month, 'short')}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const monthsOf = (day: Day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
const monthsBetween = (from: Day, to: Day) => monthsOf(to) - monthsOf(from)
