import type { Receipt } from '@kellersonne/contract/firmware/updates'
import { IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../../platform/i18n/useFormats.ts'
import { useVersionTexts } from '../../versions.ts'
import { OutcomeIcon } from './OutcomeIcon.tsx'
import styles from './PastUpdates.module.css'
import { useMoment } from './useMoment.ts'

/** One update as a row; a click opens its receipt. */
export function PastUpdate({ receipt, open }: { receipt: Receipt; open: () => void }) {
  const { t } = useTranslation('receipts')
  const f = useFormats()
  const words = useVersionTexts()
  const time = useMoment(receipt.sn)(receipt.asked_at)
  const { outcome, parts } = receipt
  return (
    <button data-paper type="button" className={styles.row} onClick={open}>
      <OutcomeIcon outcome={outcome} size={20} />
      <span className={styles.words}>
        <span>{f.list(parts.map(words.change))}</span>{' '}
        <span className={styles.meta}>
          {time} · {t(`short.${outcome}`)}
        </span>
        <span className="visually-hidden">. {t('past.open')}</span>
      </span>
      <IconChevronRight className={styles.chevron} size={18} stroke={1.5} aria-hidden />
    </button>
  )
}
