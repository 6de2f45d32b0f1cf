import { IconMessageOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './Message.module.css'

/** Shown if there are no messages. */
export const NoMessages = ({ children }: { children: ReactNode }) => (
  <div className={styles.nothing}>
    <IconMessageOff size={32} stroke={1.25} aria-hidden />
    {children}
  </div>
)
