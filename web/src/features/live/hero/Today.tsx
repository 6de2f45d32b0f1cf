import { dayOf } from '@kellersonne/core/time/days'
import type { WattHours } from '@kellersonne/core/units/units'
import { memo } from 'react'
import type { Formats } from '../../../platform/i18n/format.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Marker, type MarkerName } from '../../../ui/feedback/Marker.tsx'
import type { Topic } from '../explain/topics.ts'
import type { LiveViewModel } from '../model/liveViewModel.ts'
import styles from './Today.module.css'

/** A forecast is always that of today. */
const NO_FORECAST = { energy: null, load: null }

type TodayProps = {
  view: LiveViewModel
  /** The house's consumption so far; null if it is unknown. */
  house: WattHours | null
  /** What the numbers leave out of the day, if that is most of it. */
  counted: string | null
  explain: (topic: Topic) => void
}
/** Today's PV yield and consumption so far, with the forecast total if there is one; without it under an earlier date. */
export function Today({ view, house, counted, explain }: TodayProps) {
  const { t } = useTranslation('dashboard')
  const format = useFormats()
  const { today, lastOnline, timeZone } = view.values
  const upTo = view.offline && lastOnline ? lastOnline : null
  const sameDay = upTo === null || dayOf(upTo, timeZone) === dayOf(view.now, timeZone)
  const forecast = sameDay ? view.values.forecast : NO_FORECAST
  const title =
    upTo === null ? t('today') : t(sameDay ? 'todayUntil' : 'until', { time: format.time(upTo, timeZone) })
  const rest = { old: view.offline, explain }
  return (
    <section aria-label={title}>
      <div className={styles.head}>
        <h3>{title}</h3>
        <span>{[format.longDate(upTo ?? view.now, timeZone), counted].filter(Boolean).join(' · ')}</span>
      </div>
      <Progress
        marker="pv"
        {...progress(today.pv, forecast.energy, format)}
        topic={forecast.energy === null ? 'pvEnergy' : 'energyForecast'}
        {...rest}
      />
      <Progress
        marker="load"
        {...progress(house, forecast.load, format)}
        topic={forecast.load === null ? 'houseEnergy' : 'loadForecast'}
        {...rest}
      />
    </section>
  )
}

/** Steps of a bar's growth: half a percent each. */
const STEPS = 200

/** The formatted number and its bar. Without a forecast there is no bar, because the total is unknown. */
function progress(soFar: WattHours | null, forecast: WattHours | null, format: Formats) {
  const share = soFar !== null && forecast !== null && forecast > 0 ? Math.min(1, soFar / forecast) : null
  const { value, unit } = format.energy(soFar)
  const expected = forecast === null ? null : format.energy(forecast)
  return {
    value,
    // A unit that both share is said once.
    unit: unit === expected?.unit ? '' : unit,
    forecast: expected && format.text(expected),
    share: share === null ? null : Math.round(share * STEPS) / STEPS,
  }
}

type Props = ReturnType<typeof progress> & {
  marker: MarkerName
  old: boolean
  topic: Topic
  explain: (topic: Topic) => void
}

const Progress = memo(function Progress(props: Props) {
  const { marker, value, unit, forecast, share, old, topic, explain } = props
  const { t } = useTranslation('dashboard')
  return (
    <div className={styles.row}>
      <button
        data-paper
        type="button"
        className={styles.line}
        aria-haspopup="dialog"
        onClick={() => explain(topic)}
      >
        <Marker name={marker} />
        <span className={styles.word}>{marker === 'pv' ? t('sun') : t('consumption')}</span>
        <span>
          <strong>{value}</strong>{' '}
          {[unit, forecast && t('ofForecast', { forecast })].filter(Boolean).join(' ')}
        </span>
      </button>
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
