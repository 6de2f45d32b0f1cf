import type { Expectation } from '@kellersonne/contract/energy/forecast'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { useId } from 'react'
import { serverNow } from '../../../platform/clock/serverClock.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { forecastOf } from '../../energy/api/forecast.ts'
import { chargeTexts } from '../../energy/forecast/charge.ts'
import { Curve } from './Curve.tsx'
import { exact } from './content.ts'
import styles from './Outlook.module.css'
import { stepsShown } from './steps.ts'
import { useFirstAnswer } from './useFirstAnswer.ts'

type Known = NonNullable<Expectation['outlook']>
type Props = { sn: SerialNumber; timeZone: string; heading: string }

/** The expected state of charge over the coming hours, and what the forecast is based on (DSH-04). */
export function Outlook({ sn, timeZone, heading }: Props) {
  const { t } = useTranslation('explain')
  const id = useId()
  const answer = useFirstAnswer(forecastOf(sn))
  if (answer === null) return <p aria-busy="true">{t('loading')}</p>
  const { value: forecast } = answer
  return (
    <section className={styles.outlook} aria-labelledby={id}>
      <h3 id={id}>{heading}</h3>
      {forecast === null ? (
        <p>{t('away')}</p>
      ) : forecast.outlook === null ? (
        <p>{t(`outlook.gap.${forecast.outlookGap ?? 'not_known'}`)}</p>
      ) : (
        <Expected outlook={forecast.outlook} forecast={forecast} timeZone={timeZone} />
      )}
    </section>
  )
}

/** Forecasts are no more accurate. */
const ROUNDED_TO = 10 * 60_000
const rounded = (at: Date) => new Date(Math.round(at.getTime() / ROUNDED_TO) * ROUNDED_TO)

type ExpectedProps = { outlook: Known; forecast: Expectation; timeZone: string }
function Expected({ outlook, forecast, timeZone }: ExpectedProps) {
  const { t } = useTranslation('explain')
  const { t: w } = useTranslation('forecast')
  const f = useFormats()
  const x = exact(f)
  const now = serverNow()
  const moment = (at: Date) => f.moment(at, now, timeZone)
  const notice = forecast.badWeather
  const charge = chargeTexts(forecast, { t: w, f, now, timeZone })
  return (
    <>
      <p>{t('outlook.text')}</p>
      {notice ? (
        <p className={styles.said}>
          {t('outlook.empty', { time: moment(rounded(notice.emptyAt)) })}{' '}
          {notice.endsAt ? t('outlook.ends', { time: moment(rounded(notice.endsAt)) }) : t('outlook.open')}{' '}
          {t('outlook.advice')}
        </p>
      ) : (
        <p className={styles.said}>{t('outlook.fine')}</p>
      )}
      {charge.length > 0 && <p className={styles.said}>{charge.join(' ')}</p>}
      <Curve outlook={outlook} charge={forecast.charge} moment={moment} />
      <p className={styles.formula}>{t('outlook.formula')}</p>
      <ul className={styles.assumed}>
        <li>
          {t('outlook.start', {
            soc: f.text(f.percent(outlook.soc)),
            capacity: f.text(f.energy(outlook.capacity)),
          })}
        </li>
        <li>{t('outlook.own', { power: x.power(outlook.ownPower) })}</li>
        <li>
          {t('outlook.efficiency', {
            share: f.text({ value: f.number(100 * outlook.efficiency, 0), unit: '%' }),
          })}
        </li>
        <li>{t('outlook.reserve', { reserve: f.text(f.percent(outlook.reserve)) })}</li>
      </ul>
      <table className={styles.steps}>
        <caption>{t('outlook.steps')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('outlook.time')}</th>
            <th scope="col">{t('outlook.sun')}</th>
            <th scope="col">{t('outlook.home')}</th>
            <th scope="col">{t('outlook.soc')}</th>
          </tr>
        </thead>
        <tbody>
          {stepsShown(outlook.steps, timeZone).map(({ until, pv, load, soc }) => (
            <tr key={until.getTime()}>
              <th scope="row">{moment(until)}</th>
              <td>{f.text(f.power(pv))}</td>
              <td>{f.text(f.power(load))}</td>
              <td>{f.text(f.percent(soc))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
