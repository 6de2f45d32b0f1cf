import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './Field.module.css'

type Props = Omit<ComponentProps<'input'>, 'className' | 'id'> & {
  label: string
  icon?: ReactNode
  /** A control inside the field, at its end. */
  trailing?: ReactNode
  /** What is wrong with what stands in it. */
  fault?: string | null
}

/** A labelled text field. */
export function Field({ label, icon, trailing, fault = null, ...input }: Props) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box} data-faulty={fault !== null || undefined}>
        {icon}
        <input
          {...input}
          id={id}
          className={styles.input}
          aria-invalid={fault !== null || undefined}
          aria-describedby={fault === null ? undefined : `${id}-fault`}
        />
        {trailing}
      </div>
      {fault !== null && (
        <p className={styles.fault} id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  )
}
