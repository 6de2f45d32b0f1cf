import { ENOUGH_CHARGE } from '@kellersonne/core/firmware/plan'
import type { LiveSystem } from '@kellersonne/core/live/live'
import { percent } from '@kellersonne/core/units/units'
import { IconAlertTriangle, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../platform/i18n/useFormats.ts'
import styles from './FlightPlan.module.css'
import type { Plan } from './plan.ts'

const order = ['online', 'switched_off', 'update_mode', 'charged'] as const
type Check = (typeof order)[number]
type Answered = 'yes' | 'no' | 'unknown'

const icons = { yes: IconCircleCheck, no: IconAlertTriangle, unknown: IconHelpCircle }
const answered = (check: boolean | null): Answered => (check === null ? 'unknown' : check ? 'yes' : 'no')

/** Text keys for a check's result, and for what to do if it fails. */
function keysOf(check: Check, answer: Answered) {
  if (answer === 'yes') return [`checks.${check}.yes`] as const
  if (answer === 'no' || check === 'online') return [`checks.${check}.no`, `checks.${check}.noDo`] as const
  return [`checks.${check}.unknown`, `checks.${check}.unknownDo`] as const
}

/** The checks before the start, each with advice if it fails or is unknown. */
export function Checks({ plan, system }: { plan: Plan; system: LiveSystem }) {
  const { t } = useTranslation('flight')
  const f = useFormats()
  const values = { name: `L${system.phase}`, enough: f.text(f.percent(percent(ENOUGH_CHARGE))) }
  return (
    <section>
      <h3 className={styles.title}>{t('checks.title')}</h3>
      <p className={styles.remark} role="status">
        {t(plan.ready ? 'checks.ready' : 'checks.notReady')}
      </p>
      <ul className={styles.checks}>
        {order.map((check) => {
          const answer = answered(plan.checks[check])
          const Icon = icons[answer]
          const [sentence, advice] = keysOf(check, answer)
          return (
            <li key={check} className={styles.check} data-answer={answer}>
              <Icon size={20} stroke={1.75} aria-hidden />
              <div>
                <p>{t(sentence, values)}</p>
                {advice && <p className={styles.remark}>{t(advice, values)}</p>}
              </div>
              {check === 'charged' && answer !== 'unknown' && system.soc !== null && (
                <span className={styles.remark}>{f.text(f.percent(system.soc))}</span>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
