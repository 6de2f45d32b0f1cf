import type { Expectation } from '@kellersonne/contract/energy/forecast'
import { TOTAL } from '@kellersonne/core/systems/systems'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import { type ReactNode, useId } from 'react'
import { useRefreshed } from '../../../platform/client/useRefreshed.ts'
import { serverNow } from '../../../platform/clock/serverClock.ts'
import { useNow } from '../../../platform/clock/useNow.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Marker, type MarkerName } from '../../../ui/feedback/Marker.tsx'
import type { System } from '../api/charts.ts'
import { forecastOf } from '../api/forecast.ts'
import { chargeTexts } from './charge.ts'
import { dayTexts } from './days.ts'
import styles from './Forecast.module.css'
import { ForecastLinks } from './ForecastLinks.tsx'
import { certaintyText, ruleText, weatherText } from './rule.ts'

const MINUTE = 60_000
/** A new one is made every quarter of an hour. */
const isOld = ({ madeAt }: Expectation) =>
  madeAt === null || serverNow().getTime() - madeAt.getTime() > QUARTER_MS

type Props = { system: System; timeZone: string }

/** What today and tomorrow will bring, in sentences, and by which rule (DSH-12, FCT-50). */
export function ForecastCard({ system, timeZone }: Props) {
  const { t } = useTranslation('forecast')
  const id = useId()
  const resource = forecastOf(system)
  const { value, fault } = resource.use()
  useRefreshed(resource, isOld)
  return (
    <section
      className={styles.card}
      aria-labelledby={id}
      aria-busy={(value === null && fault === null) || undefined}
    >
      <h2 id={id} className={styles.head}>
        {t('title')}
      </h2>
      {value ? (
        <Statement forecast={value} {...{ system, timeZone }} />
      ) : (
        <p className={styles.instead} role={fault ? 'alert' : 'status'}>
          {t(fault ? 'failed' : 'loading')}
        </p>
      )}
    </section>
  )
}

function Statement({ forecast, system, timeZone }: Props & { forecast: Expectation }) {
  const { t } = useTranslation('forecast')
  const f = useFormats()
  const now = new Date(useNow((at) => Math.floor(at.getTime() / MINUTE) * MINUTE))
  const scene = { t, f, now, timeZone }
  const [sun, house] = [dayTexts(forecast.days, 'pv', scene), dayTexts(forecast.days, 'load', scene)]
  const battery = chargeTexts(forecast, scene)
  const hasBand = sun.hasBand ?? house.hasBand
  const notes = [
    hasBand === null ? null : certaintyText({ hasBand, isTotal: system === TOTAL }, t),
    forecast.basis && ruleText('pv', forecast.basis.pv, scene),
    forecast.weather && weatherText(forecast.weather, scene),
  ].filter((note) => note !== null)
  return (
    <>
      <div className={styles.parts}>
        <Part marker="pv" name={t('sun')} texts={[sun.today, sun.tomorrow]} />
        <Part marker="load" name={t('house')} texts={[house.today, house.tomorrow]} />
        {battery.length > 0 && <Part marker="battery" name={t('battery')} texts={battery} />}
      </div>
      <div className={styles.foot}>
        <p className={styles.notes}>{notes.join(' ')}</p>
        <ForecastLinks {...{ system, forecast }} />
      </div>
    </>
  )
}

type PartProps = { marker: MarkerName; name: string; texts: readonly string[] }
const Part = ({ marker, name, texts }: PartProps): ReactNode => (
  <div className={styles.part}>
    <h3>
      <Marker name={marker} />
      {name}
    </h3>
    {texts.map((text) => (
      <p key={text}>{text}</p>
    ))}
  </div>
)
