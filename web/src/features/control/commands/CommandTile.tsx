import type { CommandName } from '@kellersonne/core/control/commands'
import {
  IconGauge,
  IconPlayerPause,
  IconPlugConnected,
  IconPower,
  IconStethoscope,
} from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import styles from './Commands.module.css'

const icons: Record<CommandName, typeof IconPower> = {
  on: IconPlugConnected,
  off: IconPower,
  standby: IconPlayerPause,
  self_test: IconStethoscope,
  calibrate: IconGauge,
}

type Props = {
  command: CommandName
  /** Why this command in particular cannot be issued now. */
  blocked: string | null
  /** The id of the text that says why none can be issued now. */
  blockedBy: string | null
  open: () => void
}

/** One command and, if it is unavailable, why. It stays focusable then. */
export function CommandTile({ command, blocked, blockedBy, open }: Props) {
  const { t } = useTranslation('commands')
  const note = useId()
  const isBlocked = blocked !== null || blockedBy !== null
  const Icon = icons[command]
  return (
    <div className={styles.tile}>
      <Icon size={20} stroke={1.5} aria-hidden />
      <button
        type="button"
        className={styles.give}
        aria-describedby={blockedBy ?? note}
        aria-disabled={isBlocked || undefined}
        onClick={isBlocked ? undefined : open}
      >
        {t(`name.${command}`)}
      </button>
      <p id={note}>{blocked ?? t(`short.${command}`)}</p>
    </div>
  )
}
