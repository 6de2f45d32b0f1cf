import { type LiveSystem, openMessages } from '@kellersonne/core/live/live'
import type { SystemEntry } from '@kellersonne/core/systems/systems'
import { freshness } from '@kellersonne/core/telemetry/freshness'
import { IconAlertTriangle, IconCircleCheck, IconTrash, IconWifiOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../platform/clock/useNow.ts'
import { UNKNOWN } from '../../platform/i18n/format.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { ReleaseDialog } from './ReleaseDialog.tsx'
import styles from './SerialNumbers.module.css'

/** How often a system's offline status is updated. */
const LOOK_MS = 15_000
const icons = { connected: IconCircleCheck, fault: IconAlertTriangle, silent: IconWifiOff }

function Status({ live }: { live: LiveSystem | null }) {
  const { t } = useTranslation('settings')
  const looked = useNow((now) => Math.floor(now.getTime() / LOOK_MS) * LOOK_MS)
  if (live === null) return <span className={styles.status}>{UNKNOWN}</span>
  const silent = freshness(live, new Date(looked)) === 'stale'
  const status = silent ? 'silent' : openMessages(live.messages).length > 0 ? 'fault' : 'connected'
  const Icon = icons[status]
  return (
    <span className={styles.status} data-status={status}>
      <Icon size={18} stroke={1.5} aria-hidden />
      {t(`serials.status.${status}`)}
    </span>
  )
}

/** One of the owner's systems. `live` is null without live values. */
export function SystemRow({ sn, phase, live }: SystemEntry & { live: LiveSystem | null }) {
  const { t } = useTranslation('settings')
  const [releasing, setReleasing] = useState(false)
  return (
    <li>
      <strong className={styles.phase}>L{phase}</strong>
      <span className={styles.number}>{sn}</span>
      <Status live={live} />
      <span className={styles.end}>
        <IconButton label={t('serials.release', { sn })} onClick={() => setReleasing(true)}>
          <IconTrash size={20} stroke={1.5} aria-hidden />
        </IconButton>
      </span>
      {releasing && <ReleaseDialog sn={sn} close={() => setReleasing(false)} />}
    </li>
  )
}
