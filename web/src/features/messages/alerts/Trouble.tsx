import type { ApiError } from '../../../platform/client/client.ts'
import { useMutation } from '../../../platform/client/useMutation.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useFaultText } from '../../../ui/forms/useFaultText.ts'
import styles from './Alerts.module.css'

type Props = { fault: ApiError | null; retry: () => Promise<void>; words: string }

/** Why something could not be loaded, with a retry button. */
export function Trouble({ fault, retry, words }: Props) {
  const { t } = useTranslation('common')
  const { busy, run } = useMutation()
  const text = useFaultText()(fault)
  return (
    <div className={styles.trouble}>
      <Notice kind="danger" text={text && `${words} ${text}`} />
      {fault && (
        <Button kind="secondary" busy={busy} onClick={() => void run(retry)}>
          {t('retry')}
        </Button>
      )}
    </div>
  )
}
