import type { LiveSystem } from '@kellersonne/core/live/live'
import { useTranslation } from 'react-i18next'
import { Checks } from './Checks.tsx'
import styles from './FlightPlan.module.css'
import { Part } from './Part.tsx'
import type { Plan } from './plan.ts'

/** The checks before the start, and what will be installed (UPD-19). */
export function FlightPlan({ plan, system }: { plan: Plan; system: LiveSystem }) {
  const { t } = useTranslation('flight')
  return (
    <div className={styles.plan}>
      <Checks plan={plan} system={system} />
      <section>
        <h3 className={styles.title}>{t('plan.title')}</h3>
        {plan.parts.length === 0 && <p className={styles.remark}>{t('plan.none')}</p>}
        <ol className={styles.parts}>
          {plan.parts.map((part) => (
            <Part key={part.chip} part={part} />
          ))}
        </ol>
      </section>
    </div>
  )
}
