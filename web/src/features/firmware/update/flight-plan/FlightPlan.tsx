import { ENOUGH_CHARGE } from '@kellersonne/core/firmware/plan'
import type { LiveSystem } from '@kellersonne/core/live/live'
import { percent } from '@kellersonne/core/units/units'
import { IconAlertTriangle, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../../platform/i18n/useFormats.ts'
import type { UpdateFacts } from '../../api/updates.ts'
import { useVersionTexts } from '../../versions.ts'
import { durationText } from '../parts/duration.ts'
import styles from './FlightPlan.module.css'

type Plan = UpdateFacts['plan']
type Props = { plan: Plan; system: LiveSystem; name: string }

/** The checks before the start, and what will be installed (UPD-19). */
export function FlightPlan({ plan, system, name }: Props) {
  const { t } = useTranslation('flight')
  return (
    <div className={styles.plan}>
      <Checks {...{ plan, system, name }} />
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
function Checks({ plan, system, name }: Props) {
  const { t } = useTranslation('flight')
  const f = useFormats()
  const values = { name, enough: f.text(f.percent(percent(ENOUGH_CHARGE))) }
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

/** One chip: its new version, the release notes and the usual duration. */
function Part({ part }: { part: Plan['parts'][number] }) {
  const { t, language } = useTranslation('flight')
  const { t: tr } = useTranslation('receipts')
  const words = useVersionTexts()
  const { to, notes, changes, usual } = part
  return (
    <li className={styles.part}>
      <h4>{words.change(part)}</h4>
      <h5>{t('plan.notes', { version: to })}</h5>
      <p className={styles.text}>{notes[language]}</p>
      {changes === null ? (
        <p className={styles.remark}>{t('plan.noChanges')}</p>
      ) : (
        <>
          <h5>{t('plan.changes')}</h5>
          <p className={styles.text}>{changes[language]}</p>
        </>
      )}
      <p className={styles.remark}>
        {usual === null
          ? t('plan.tooFew')
          : t('plan.usual', { time: durationText(usual.ms, tr), count: usual.samples })}
      </p>
    </li>
  )
}
