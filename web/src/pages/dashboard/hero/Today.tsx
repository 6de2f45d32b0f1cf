import { dayOf } from '@kellersonne/core/days'
import { houseEnergy } from '@kellersonne/core/live'
import type { WattHours } from '@kellersonne/core/units'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../i18n/useFormats.ts'
import type { Overview } from '../../../shell/live/overview.ts'
import { Marker, type MarkerName } from '../../../ui/Marker.tsx'
import styles from './Today.module.css'

/** What the sun has brought and the house has used today, and of how much where that is foreseen. */
export function Today({ view }: { view: Overview }) {
  const { t } = useTranslation('dashboard')
  const format = useFormats()
  const { today, forecast, lastOnline, timeZone } = view.values
  const upTo = view.silent && lastOnline ? lastOnline : null
  const sameDay = upTo === null || dayOf(upTo, timeZone) === dayOf(view.now, timeZone)
  const title =
    upTo === null ? t('today') : t(sameDay ? 'todayUntil' : 'until', { time: format.time(upTo, timeZone) })
  return (
    <section aria-label={title}>
      <div className={styles.head}>
        <h3>{title}</h3>
        <span>{format.longDate(upTo ?? view.now, timeZone)}</span>
      </div>
      <Progress marker="pv" word={t('sun')} soFar={today.pv} forecast={forecast.energy} old={view.silent} />
      <Progress
        marker="load"
        word={t('consumption')}
        soFar={houseEnergy(today)}
        forecast={forecast.load}
        old={view.silent}
      />
    </section>
  )
}

type Props = {
  marker: MarkerName
  word: string
  soFar: WattHours | null
  forecast: WattHours | null
  old: boolean
}

/** Without a forecast there is no bar: nothing says what would be all of it. */
const Progress = memo(function Progress({ marker, word, soFar, forecast, old }: Props) {
  const { t } = useTranslation('dashboard')
  const format = useFormats()
  const { value, unit } = format.energy(soFar)
  const share = soFar !== null && forecast !== null && forecast > 0 ? Math.min(1, soFar / forecast) : null
  return (
    <div className={styles.row}>
      <div className={styles.line}>
        <Marker name={marker} />
        <span className={styles.word}>{word}</span>
        <span>
          <strong>{value}</strong>{' '}
          {forecast === null ? unit : t('ofForecast', { forecast: format.text(format.energy(forecast)) })}
        </span>
      </div>
      {share !== null && (
        <div className={styles.bar}>
          <div
            className={styles.soFar}
            data-marker={old ? 'old' : marker}
            style={{ width: `${share * 100}%` }}
          />
        </div>
      )}
    </div>
  )
})
