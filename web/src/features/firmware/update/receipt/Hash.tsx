import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import styles from './Receipt.module.css'

/** An image's hash, with a button to copy it. */
export function Hash({ value }: { value: string }) {
  const { t } = useTranslation('receipts')
  const [outcome, setOutcome] = useState<'copied' | 'notCopied' | null>(null)
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setOutcome('copied'),
      () => setOutcome('notCopied'),
    )
  return (
    <div className={styles.hash}>
      <p>
        {t('hash')}
        <code>{value}</code>
      </p>
      <IconButton label={t('copy')} onClick={() => void copy()}>
        <IconCopy size={18} stroke={1.5} aria-hidden />
      </IconButton>
      <p className={styles.said} role="status">
        {outcome && t(outcome)}
      </p>
    </div>
  )
}
