import { useUser } from '../../features/identity/api/user.ts'
import styles from './SignedInAs.module.css'

/** Whose account this is. */
export function SignedInAs() {
  const { value: user } = useUser()
  return user && <p className={styles.email}>{user.email}</p>
}
