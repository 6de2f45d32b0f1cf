import { IconCheck } from '@tabler/icons-react'
import { type ComponentProps, useId } from 'react'
import styles from './Checkbox.module.css'

type Props = Omit<ComponentProps<'input'>, 'type' | 'className'> & { label: string; fault?: string | null }

export function Checkbox({ label, fault = null, ...input }: Props) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={styles.row}>
        <span className={styles.place}>
          <input
            {...input}
            type="checkbox"
            className={styles.box}
            aria-invalid={fault !== null || undefined}
            aria-describedby={fault === null ? undefined : id}
          />
          <IconCheck className={styles.tick} size={14} stroke={2} aria-hidden />
        </span>
        {label}
      </label>
      {fault !== null && (
        <p className={styles.fault} id={id}>
          {fault}
        </p>
      )}
    </div>
  )
}
