import { type ReactNode, useId } from 'react'
import styles from './Field.module.css'

export type Frame = {
  label: string
  /** For a field whose purpose is visible from its surroundings. */
  labelHidden?: boolean
  icon?: ReactNode
  /** A control at the field's end. */
  trailing?: ReactNode
  /** A link beside the label; after the field in the tab order. */
  aside?: ReactNode
  /** Help for filling in the field. */
  hint?: string | null
  /** What is wrong with the value. */
  fault?: string | null
  /** The id of a description elsewhere. */
  describedBy?: string
}

type Control = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }
type Props = Frame & { children: (control: Control) => ReactNode }

/** The frame of a control: label, box, and hint or error. */
export function FieldFrame({ label, labelHidden = false, icon, trailing, aside, children, ...rest }: Props) {
  const id = useId()
  const { hint = null, fault = null, describedBy } = rest
  const below = fault ?? hint
  const described = [describedBy, below === null ? undefined : `${id}-said`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={labelHidden ? 'visually-hidden' : styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box} data-faulty={fault !== null || undefined}>
        {icon}
        {children({
          id,
          'aria-invalid': fault !== null || undefined,
          'aria-describedby': described || undefined,
        })}
        {trailing}
      </div>
      {aside && <div className={styles.aside}>{aside}</div>}
      {below !== null && (
        <p className={fault === null ? styles.hint : styles.fault} id={`${id}-said`}>
          {below}
        </p>
      )}
    </div>
  )
}
