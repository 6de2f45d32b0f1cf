import type { Expectation } from '@kellersonne/contract/energy/forecast'
import { TOTAL } from '@kellersonne/core/systems/systems'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { TextLink } from '../../../ui/controls/TextLink.tsx'
import type { System } from '../api/charts.ts'
import { qualityAddress } from '../quality/address.ts'
import { Attribution } from './Attribution.tsx'
import styles from './Forecast.module.css'
import { placeAdvice } from './rule.ts'

type Props = { system: System; forecast: Pick<Expectation, 'weather'> | null }

/** Leads from a forecast to its record, and to the settings if a location is missing; names whose weather it is. */
export function ForecastLinks({ system, forecast }: Props) {
  const { t } = useTranslation('forecast')
  const weather = forecast?.weather ?? null
  const advice = weather && placeAdvice(weather)
  return (
    <div className={styles.links}>
      <p>
        <TextLink to={qualityAddress(system === TOTAL ? null : system)}>{t('quality')}</TextLink>
      </p>
      {advice && (
        <p>
          <TextLink to="/settings#place">{t(advice)}</TextLink>
        </p>
      )}
      {weather?.source && <Attribution source={weather.source} label={t('source')} />}
    </div>
  )
}
