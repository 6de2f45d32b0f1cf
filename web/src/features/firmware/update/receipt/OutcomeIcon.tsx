import type { Receipt } from '@kellersonne/contract/firmware/updates'
import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconCircleArrowUp,
  IconCircleCheck,
  IconCircleX,
} from '@tabler/icons-react'
import styles from './Receipt.module.css'

const icons = {
  running: IconCircleArrowUp,
  finished: IconCircleCheck,
  partly: IconAlertTriangle,
  interrupted: IconAlertOctagon,
  cancelled: IconCircleX,
}

/** The symbol of an update's outcome, beside its text. */
export function OutcomeIcon({ outcome, size = 16 }: { outcome: Receipt['outcome']; size?: number }) {
  const Icon = icons[outcome]
  return <Icon className={styles.icon} data-outcome={outcome} size={size} stroke={1.75} aria-hidden />
}
