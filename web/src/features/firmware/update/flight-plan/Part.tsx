import { useTranslation } from 'react-i18next'
import { useVersionTexts } from '../../versions.ts'
import { durationText } from '../parts/duration.ts'
import styles from './FlightPlan.module.css'
import type { Plan } from './plan.ts'

/** One chip: its new version, the release notes and the usual duration. */
export function Part({ part }: { part: Plan['parts'][number] }) {
  const { t, i18n } = useTranslation('flight')
  const { t: tr } = useTranslation('receipts')
  const words = useVersionTexts()
  const { to, notes, changes, usual } = part
  const language = i18n.language === 'en' ? 'en' : 'de'
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
