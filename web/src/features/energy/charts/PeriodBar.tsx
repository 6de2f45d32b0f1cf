import { type Day, dayOf } from '@kellersonne/core/time/days'
import { firstDay, periods } from '@kellersonne/core/time/periods'
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { SegmentedControl } from '../../../ui/controls/SegmentedControl.tsx'
import { isSame, stepped } from './model/dates.ts'
import { dayIn, type Selection } from './model/selection.ts'
import { periodText } from './model/times.ts'
import styles from './PeriodBar.module.css'

type Props = {
  selection: Pick<Selection, 'period' | 'date'>
  today: Day
  select: (change: Partial<Selection>) => void
}

/** Day, month or year. */
export function PeriodChoice({ selection, select }: Pick<Props, 'selection' | 'select'>) {
  const { t } = useTranslation('charts')
  return (
    <SegmentedControl
      label={t('period')}
      value={selection.period}
      segments={periods.map((value) => ({ value, label: t(`periods.${value}`) }))}
      choose={(period) => select({ period })}
    />
  )
}

/** Selects the period: previous, next, the current one, or one from the date picker. */
export function DateStepper({ selection: { period, date }, today, select }: Props) {
  const { t } = useTranslation('charts')
  const current = isSame(period, date, today)
  const ahead = firstDay(date, period) >= firstDay(today, period)
  return (
    <div className={styles.stepper} data-screen>
      <button
        type="button"
        className={styles.step}
        aria-label={t('back')}
        onClick={() => select({ date: stepped(period, date, -1) })}
      >
        <IconChevronLeft size={18} stroke={1.75} aria-hidden />
      </button>
      <Picker period={period} date={date} today={today} select={select} />
      <button
        type="button"
        className={styles.step}
        aria-label={t('next')}
        aria-disabled={ahead || undefined}
        onClick={() => !ahead && select({ date: stepped(period, date, 1) })}
      >
        <IconChevronRight size={18} stroke={1.75} aria-hidden />
      </button>
      {!current && (
        <button type="button" className={styles.today} onClick={() => select({ date: today })}>
          {t('today')}
        </button>
      )}
    </div>
  )
}

const YEARS = 12

function Picker({ period, date, today, select }: Props['selection'] & Omit<Props, 'selection'>) {
  const { t } = useTranslation('charts')
  const f = useFormats()
  if (period === 'day')
    return (
      <label className={styles.picker}>
        <IconCalendar size={18} stroke={1.5} aria-hidden />
        <span className={styles.pickerText} aria-hidden>
          {periodText(period, date, f)}
        </span>
        <input
          type="date"
          className={styles.pickerInput}
          aria-label={t('date')}
          value={date}
          max={today}
          onClick={({ currentTarget }) => currentTarget.showPicker?.()}
          onChange={({ target }) => {
            const day = dayIn(target.value)
            if (day) select({ date: day })
          }}
        />
      </label>
    )
  const years = yearsAround(date, today)
  const pick = (year: string, month: string) => {
    const day = dayIn(`${year}-${month}-01`)
    if (day) select({ date: day })
  }
  const [year = '', month = ''] = date.split('-')
  return (
    <div className={styles.picker}>
      <IconCalendar size={18} stroke={1.5} aria-hidden />
      {period === 'month' && (
        <select
          className={styles.pickerSelect}
          aria-label={t('month')}
          value={month}
          onChange={({ target }) => pick(year, target.value)}
        >
          {Array.from({ length: 12 }, (_, i) => String(i + 1).padStart(2, '0')).map((number) => (
            <option key={number} value={number}>
              {f.month(monthOf(number), 'long')}
            </option>
          ))}
        </select>
      )}
      <select
        className={styles.pickerSelect}
        aria-label={t('year')}
        value={year}
        onChange={({ target }) => pick(target.value, period === 'month' ? month : '01')}
      >
        {years.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </div>
  )
}

/** Some day of a month, for its name. */
const monthOf = (number: string) => dayOf(new Date(`2026-${number}-15T12:00:00Z`), 'UTC')

function yearsAround(date: Day, today: Day): string[] {
  const [shown, now] = [Number(date.slice(0, 4)), Number(today.slice(0, 4))]
  const first = Math.min(shown, now - YEARS + 1)
  return Array.from({ length: Math.max(shown, now) - first + 1 }, (_, i) => String(first + i)).reverse()
}
