import { IconCheck } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import styles from './Checkbox.module.css'

type Props = Omit<ComponentProps<'input'>, 'type' | 'className'> & { label: string }

export function Checkbox({ label, ...input }: Props) {
  return (
    <label className={styles.row}>
      <span className={styles.place}>
        <input {...input} type="checkbox" className={styles.box} />
        <IconCheck className={styles.tick} size={14} stroke={2} aria-hidden />
      </span>
      {label}
    </label>
  )
}
