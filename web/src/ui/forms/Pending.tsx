import type { ApiError } from '../../platform/client/client.ts'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { TextButton } from '../controls/TextButton.tsx'
import { Notice } from '../feedback/Notice.tsx'
import styles from './Pending.module.css'
import { useFaultText } from './useFaultText.ts'

type Props = {
  /** True if there is already something to show. */
  known: boolean
  fault: ApiError | null
  retry: () => Promise<void>
}

/** Placeholder while something loads; says why if it fails. */
export function Pending({ known, fault, retry }: Props) {
  const { t } = useTranslation('shell', 'common')
  const faultText = useFaultText()
  return (
    <div className={styles.pending}>
      {!known && fault === null && <p>{t('loading')} …</p>}
      <Notice kind="danger" text={faultText(fault)} />
      {fault && <TextButton onClick={() => void retry()}>{t('common:retry')}</TextButton>}
    </div>
  )
}
