import type { IssuedCommand } from '@kellersonne/core/control/commands'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClockX,
  IconHourglass,
  IconProgress,
} from '@tabler/icons-react'
import styles from './Progress.module.css'

type State = IssuedCommand['progress']['state']
const icons: Record<State, typeof IconCircleCheck> = {
  waiting: IconHourglass,
  accepted: IconProgress,
  done: IconCircleCheck,
  refused: IconAlertTriangle,
  timed_out: IconClockX,
}

/** The symbol of a command's status, beside its text. */
export function OutcomeIcon({ state, size = 16 }: { state: State; size?: number }) {
  const Icon = icons[state]
  return <Icon className={styles.icon} data-state={state} size={size} stroke={1.75} aria-hidden />
}
