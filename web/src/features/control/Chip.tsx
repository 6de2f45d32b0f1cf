import { IconAlertOctagon, IconAlertTriangle, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './Chip.module.css'

const icons = { ok: IconCircleCheck, warn: IconAlertTriangle, danger: IconAlertOctagon, calm: IconHelpCircle }

/** A status in a word or two. */
export function Chip({ tone, children }: { tone: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[tone]
  return (
    <span className={styles.chip} data-tone={tone}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {children}
    </span>
  )
}
