import type { Severity } from '@kellersonne/core/messages/messages'
import { IconAlertOctagon, IconAlertTriangle, IconCloud, IconMail, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import styles from './Banners.module.css'
import type { BannerText } from './bannerText.ts'

const icons = { danger: IconAlertOctagon, warn: IconAlertTriangle, info: IconCloud, email: IconMail }

type Props = BannerText & {
  /** Its severity, or its topic. */
  kind: Severity | 'email'
  /** On phones only the fact is shown, so that the dashboard's sentence stays in sight; its action says the rest. */
  isBrief?: boolean
  /** Its single action besides closing it. */
  children: ReactNode
  close: () => void
}

export function BannerLine({ kind, fact, more, isBrief = false, children, close }: Props) {
  const { t } = useTranslation('dashboard')
  const Icon = icons[kind]
  return (
    <div className={styles.banner} data-severity={kind} data-brief={isBrief}>
      <Icon className={styles.icon} size={20} stroke={1.5} aria-hidden />
      <div className={styles.text}>
        <p>
          <strong>{fact}</strong> <span className={styles.detail}>{more}</span>
        </p>{' '}
        {children}
      </div>
      <IconButton label={t('banner.close', { fact })} onClick={close}>
        <IconX size={18} stroke={1.5} aria-hidden />
      </IconButton>
    </div>
  )
}
