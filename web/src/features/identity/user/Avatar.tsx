import { IconUser } from '@tabler/icons-react'
import { usePicture } from '../api/picture.ts'
import { useUser } from '../api/user.ts'
import styles from './Avatar.module.css'
import { initials } from './initials.ts'

/** The owner's picture, or their initials. Hidden from screen readers. */
export function Avatar({ size = 'small' }: { size?: 'small' | 'large' }) {
  const { value: user } = useUser()
  const picture = usePicture(user?.picture ?? null)
  return (
    <span className={styles.avatar} data-size={size} aria-hidden>
      {picture ? (
        <img className={styles.picture} src={picture} alt="" />
      ) : user ? (
        initials(user.email)
      ) : (
        <IconUser size={18} stroke={1.5} />
      )}
    </span>
  )
}
