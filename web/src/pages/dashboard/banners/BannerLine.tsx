import type { Severity } from '@kellersonne/core/messages'
import { IconAlertOctagon, IconAlertTriangle, IconCloud, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/IconButton.tsx'
import styles from './Banners.module.css'
import type { Said } from './said.ts'

const icons = { danger: IconAlertOctagon, warn: IconAlertTriangle, info: IconCloud }

type Props = Said & {
  severity: Severity
  /** What its one button says and does. */
  action: string
  act: () => void
  close: () => void
}

export function BannerLine({ severity, fact, more, action, act, close }: Props) {
  const { t } = useTranslation('dashboard')
  const Icon = icons[severity]
  return (
    <div className={styles.banner} data-severity={severity}>
      <Icon className={styles.icon} size={20} stroke={1.5} aria-hidden />
      <div className={styles.text}>
        <p>
          <strong>{fact}</strong> {more}
        </p>{' '}
        <button type="button" className={styles.act} onClick={act}>
          {action}
        </button>
      </div>
      <IconButton label={t('banner.close', { fact })} onClick={close}>
        <IconX size={18} stroke={1.5} aria-hidden />
      </IconButton>
    </div>
  )
}
