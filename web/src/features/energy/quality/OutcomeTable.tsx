import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import styles from './OutcomeChart.module.css'
import { energyText, type JudgedDay } from './words.ts'

/** The numbers behind the picture, the newest first. */
export function OutcomeTable({ days }: { days: readonly JudgedDay[] }) {
  const { t } = useTranslation('quality')
  const f = useFormats()
  const energy = (value: number | null) => energyText(value, f)
  return (
    <details className={styles.details}>
      <summary>{t('table')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it */}
      <div className={styles.scroll} tabIndex={0}>
        <table>
          <caption className="visually-hidden">{t('chartTitle')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('day')}</th>
              <th scope="col">{t('range')}</th>
              <th scope="col">{t('expected')}</th>
              <th scope="col">{t('outcome')}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, low, high, expected, outcome }) => (
              <tr key={day}>
                <th scope="row">{f.date(new Date(`${day}T12:00:00Z`), 'UTC')}</th>
                <td>{low === null || high === null ? '–' : `${energy(low)} – ${energy(high)}`}</td>
                <td>{energy(expected)}</td>
                <td>{energy(outcome)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
