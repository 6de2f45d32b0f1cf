import type { Receipt, WireConsent } from '@kellersonne/contract/firmware/updates'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { IconCopy, IconPrinter } from '@tabler/icons-react'
import { UNKNOWN } from '../../../../platform/i18n/format.ts'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../../platform/i18n/useFormats.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { useCopy } from '../../../../ui/hooks/useCopy.ts'
import { useVersionTexts } from '../../versions.ts'
import { durationText } from '../parts/duration.ts'
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

/** The result of one chip; if it was interrupted, why, and what to do. */
function ChipResult({ turn, ended }: { turn: Receipt['parts'][number]; ended: boolean }) {
  const { t } = useTranslation('receipts')
  const words = useVersionTexts()
  const { state, reason, details, sha256 } = turn
  return (
    <li className={styles.turn}>
      <div className={styles.head}>
        <strong>{words.change(turn)}</strong>
        <span>{t(`turn.${state ?? (ended ? 'missed' : 'ahead')}`)}</span>
      </div>
      {reason && (
        <>
          <p>{t(`reason.${reason}`)}</p>
          <p>{t(`next.${reason}`)}</p>
          {details.length > 0 && <p className={styles.said}>{t('said', { details: details.join(' · ') })}</p>}
        </>
      )}
      <Hash value={sha256} />
    </li>
  )
}

/** An image's hash, with a button to copy it. */
function Hash({ value }: { value: string }) {
  const { t } = useTranslation('receipts')
  const { outcome, copy } = useCopy()
  return (
    <div className={styles.hash}>
      <p>
        {t('hash')}
        <code>{value}</code>
      </p>
      <IconButton label={t('copy')} onClick={() => copy(value)}>
        <IconCopy size={18} stroke={1.5} aria-hidden />
      </IconButton>
      <p className={styles.said} role="status">
        {outcome && t(outcome)}
      </p>
    </div>
  )
}

/** What was agreed to, when, and in which words (UPD-20). */
function Consent({ consent, sn }: { consent: WireConsent | null; sn: SerialNumber }) {
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
