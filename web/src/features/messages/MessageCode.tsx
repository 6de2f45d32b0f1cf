import { displayOf } from '@kellersonne/core/messages/messages'
import styles from './Message.module.css'

/** A code as shown on the unit's own display, the same in every language. */
export const MessageCode = ({ code }: { code: string }) => (
  <span className={styles.code} translate="no">
    {displayOf(code)}
  </span>
)
