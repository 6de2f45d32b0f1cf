import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useMutation } from '../../../platform/client/useMutation.ts'
import { serverNow } from '../../../platform/clock/serverClock.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { saveFile } from '../../../platform/saveFile.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useFaultText } from '../../../ui/forms/useFaultText.ts'
import { exportUser } from '../api/user.ts'
import styles from './ExportButton.module.css'

const MEGABYTE = 1_000_000

/** Downloads all of the owner's data as one file (SET-06). */
export function ExportButton() {
  const { t } = useTranslation('user')
  const format = useFormats()
  const faultText = useFaultText()
  const { busy, fault, run } = useMutation()
  const [loaded, setLoaded] = useState<number | null>(null)

  async function load() {
    setLoaded(0)
    const file = await exportUser(setLoaded).finally(() => setLoaded(null))
    saveFile(file, `kellersonne-${serverNow().toISOString().slice(0, 10)}.zip`)
  }

  const megabytes = format.number((loaded ?? 0) / MEGABYTE, 1)
  return (
    <div className={styles.export}>
      <Button kind="secondary" busy={busy} onClick={() => void run(load)}>
        <IconDownload size={20} stroke={1.5} aria-hidden />
        {busy ? t('export.loading', { megabytes }) : t('export.load')}
      </Button>
      <Notice kind="danger" text={fault && `${t('export.failed')} ${faultText(fault)}`} />
    </div>
  )
}
