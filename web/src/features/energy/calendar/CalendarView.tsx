import { type SerialNumber, TOTAL } from '@kellersonne/core/systems/systems'
import type { Day } from '@kellersonne/core/time/days'
import { firstDay } from '@kellersonne/core/time/periods'
import { useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { PartBoundary } from '../../../ui/feedback/PartBoundary.tsx'
import { useFaultText } from '../../../ui/forms/useFaultText.ts'
import type { System } from '../api/charts.ts'
import { OldValues } from '../charts/parts/OldValues.tsx'
import { chartOf } from './address.ts'
import styles from './CalendarPage.module.css'
import { DayCard } from './day/DayCard.tsx'
import { bestOf } from './days.ts'
import { Legend } from './Legend.tsx'
import { MonthBar } from './MonthBar.tsx'
import { MonthCard } from './MonthCard.tsx'
import { MonthGrid } from './MonthGrid.tsx'
import { NumbersTable } from './NumbersTable.tsx'
import { useDate } from './useDate.ts'
import { type MonthState, useMonth } from './useMonth.ts'
import { weekStartIn } from './weekStart.ts'

type Props = {
  system: System
  /** True if the owner has several systems. */
  several: boolean
  names: ReadonlyMap<SerialNumber, string>
  timeZone: string
  today: Day
}

/** The calendar of an owner with systems. */
export function CalendarView({ system, several, names, timeZone: ofSystem, today }: Props) {
  const { t, language } = useTranslation('calendar')
  const { date, broken, select, open } = useDate(today)
  const month = firstDay(date, 'month')
  const state = useMonth(system, month, today)
  const { shown, current } = state
  const timeZone = shown?.timeZone ?? ofSystem
  const [pointed, preview] = useState<Day | null>(null)
  const named = several ? system : null
  const hrefOf = (day: Day) => chartOf(day, named)
  const show = (day: Day) => void open(day, named)
  const entry = entryOf(state, pointed) ?? entryOf(state, date)
  const nameOf = ({ sn }: { sn: SerialNumber }) => (system === TOTAL ? (names.get(sn) ?? sn) : null)
  const scene = { today, timeZone }
  return (
    <>
      <Notice kind="info" text={broken ? t('broken') : null} />
      {shown ? <OldValues {...state} timeZone={timeZone} /> : <Failed {...state} />}
      <div className={styles.head}>
        <MonthBar {...{ date, today, select }} />
        <Legend />
      </div>
      <div className={styles.body}>
        <PartBoundary of={month}>
          <MonthGrid
            month={shown?.month ?? month}
            data={shown}
            stale={!current && shown !== null}
            weekStart={weekStartIn(language, navigator.language)}
            open={show}
            {...{ date, today, timeZone, hrefOf, select, preview }}
          />
        </PartBoundary>
        {shown && (
          <div className={styles.side} data-stale={!current || undefined}>
            <PartBoundary of={month}>
              <MonthCard data={shown} scene={scene} />
            </PartBoundary>
            {entry && (
              <PartBoundary of={entry.day}>
                <DayCard
                  best={bestOf(shown.days)}
                  href={hrefOf(entry.day)}
                  open={show}
                  {...{ entry, scene, nameOf }}
                />
              </PartBoundary>
            )}
          </div>
        )}
      </div>
      {shown && current && (
        <PartBoundary of={month}>
          <NumbersTable data={shown} scene={scene} />
        </PartBoundary>
      )}
    </>
  )
}

/** Returns the data of a day; until its month has loaded, those of the same day of the month still shown. */
function entryOf({ shown, current }: MonthState, day: Day | null) {
  const wanted = shown && day && !current ? `${shown.month.slice(0, 8)}${day.slice(8)}` : day
  return shown?.days.find((entry) => entry.day === wanted)
}

/** Why a month cannot be shown. */
function Failed({ fault, retry }: MonthState) {
  const { t } = useTranslation('charts', 'common')
  const faultText = useFaultText()
  const why = faultText(fault)
  return (
    <>
      <Notice kind="danger" text={why && `${t('failed')} ${why}`} />
      {fault && (
        <div>
          <Button kind="secondary" onClick={retry}>
            {t('common:retry')}
          </Button>
        </div>
      )}
    </>
  )
}
