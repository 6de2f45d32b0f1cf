import type { WireConsent } from '@kellersonne/contract/firmware/updates'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../platform/i18n/useFormats.ts'
import { useVersionTexts } from '../../versions.ts'
import styles from './Receipt.module.css'
import { useMoment } from './useMoment.ts'

/** What was agreed to, when, and in which words (UPD-20). */
export function Consent({ consent, sn }: { consent: WireConsent | null; sn: SerialNumber }) {
  const { t } = useTranslation('receipts')
  const f = useFormats()
  const words = useVersionTexts()
  const moment = useMoment(sn)
  if (consent === null) return <p className={styles.said}>{t('consent.none')}</p>
  return (
    <details className={styles.consent}>
      <summary>{t('consent.title')}</summary>
      <p>{t('consent.given', { time: moment(consent.at) })}</p>
      <blockquote lang={consent.language}>{consent.wording}</blockquote>
      <p>{t('consent.parts', { changes: f.list(consent.parts.map(words.change)) })}</p>
    </details>
  )
}
