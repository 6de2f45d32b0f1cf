import { type LiveSystem, openMessages } from '@kellersonne/core/live/live'
import { plainName } from '@kellersonne/core/systems/names'
import type { SystemEntry } from '@kellersonne/core/systems/systems'
import { freshness } from '@kellersonne/core/telemetry/freshness'
import { IconAlertTriangle, IconCircleCheck, IconPencil, IconTrash, IconWifiOff } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useNow } from '../../platform/clock/useNow.ts'
import { UNKNOWN } from '../../platform/i18n/format.ts'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { NameForm } from './NameForm.tsx'
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

type Props = {
  system: SystemEntry
  /** Its live values; null if there are none, or the server that sends them is out of reach. */
  live: LiveSystem | null
  /** A name that was being typed when the session ended; null if none. */
  draft: string | null
  renamed: () => void
}

/** One of the owner's systems, with a form in its place to name it (SET-07). */
export function SystemRow({ system, live, draft, renamed }: Props) {
  const { t } = useTranslation('settings')
  const [releasing, setReleasing] = useState(false)
  const [naming, setNaming] = useState(draft !== null)
  const pencil = useFocusOnceFalse(naming)
  const { sn, phase, name } = system
  if (naming)
    return (
      <li>
        <NameForm {...{ system, draft, renamed }} close={() => setNaming(false)} />
      </li>
    )
  return (
    <li>
      <span className={styles.system}>
        <strong className={name == null ? styles.phase : styles.name}>{plainName(system)}</strong>
        <span className={styles.number}>{name == null ? sn : `L${phase} · ${sn}`}</span>
        <Status live={live} />
      </span>
      <span className={styles.end}>
        <IconButton ref={pencil} label={t('serials.rename', { sn })} onClick={() => setNaming(true)}>
          <IconPencil size={20} stroke={1.5} aria-hidden />
        </IconButton>
        <IconButton label={t('serials.release', { sn })} onClick={() => setReleasing(true)}>
          <IconTrash size={20} stroke={1.5} aria-hidden />
        </IconButton>
      </span>
      {releasing && <ReleaseDialog sn={sn} close={() => setReleasing(false)} />}
    </li>
  )
}

/** Focuses the element that takes the place of a form, once the form is closed. */
function useFocusOnceFalse(open: boolean) {
  const element = useRef<HTMLButtonElement>(null)
  const before = useRef(open)
  useEffect(() => {
    if (before.current && !open) element.current?.focus()
    before.current = open
  }, [open])
  return element
}
