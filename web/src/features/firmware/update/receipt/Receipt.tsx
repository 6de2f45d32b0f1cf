import type { Receipt } from '@kellersonne/contract/firmware/updates'
import { IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { UNKNOWN } from '../../../../platform/i18n/format.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { durationText } from '../parts/duration.ts'
import { ChipResult } from './ChipResult.tsx'
import { Consent } from './Consent.tsx'
import { OutcomeIcon } from './OutcomeIcon.tsx'
import styles from './Receipt.module.css'
import { useMoment } from './useMoment.ts'

type Props = {
  receipt: Receipt
  /** The system's display name. */
  name: string
}

/** The outcome of an update: each chip's result, when, by whom, and the consent (UPD-19, UPD-20). */
export function ReceiptView({ receipt, name }: Props) {
  const { t } = useTranslation('receipts')
  const { outcome, parts, consent, sn } = receipt
  return (
    <article className={styles.receipt} aria-label={t('title')}>
      <p className={styles.outcome}>
        <OutcomeIcon outcome={outcome} size={20} />
        {t(`outcome.${outcome}`, { name })}
      </p>
      <Facts receipt={receipt} />
      <ol className={styles.turns}>
        {parts.map((part) => (
          <ChipResult key={part.chip} turn={part} ended={outcome !== 'running'} />
        ))}
      </ol>
      <Consent consent={consent} sn={sn} />
      <div className={styles.actions}>
        <Button kind="secondary" onClick={() => window.print()}>
          <IconPrinter size={18} stroke={1.5} aria-hidden />
          {t('print')}
        </Button>
      </div>
    </article>
  )
}

function Facts({ receipt: { sn, by, asked_at, ended_at } }: Pick<Props, 'receipt'>) {
  const { t } = useTranslation('receipts')
  const moment = useMoment(sn)
  const lasted = ended_at && durationText(Date.parse(ended_at) - Date.parse(asked_at), t)
  const facts = [
    ['sn', sn],
    ['from', moment(asked_at)],
    ['until', ended_at ? moment(ended_at) : UNKNOWN],
    ['lasted', lasted ?? UNKNOWN],
    ['by', by ?? t('formerOwner')],
  ] as const
  return (
    <dl className={styles.facts}>
      {facts.map(([word, value]) => (
        <div key={word}>
          <dt>{t(`fact.${word}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
