import { type ReactNode, useId } from 'react'
import styles from './Field.module.css'

export type Frame = {
  label: string
  /** Where what stands around the field says it to who can see. */
  labelHidden?: boolean
  icon?: ReactNode
  /** A control inside the field, at its end. */
  trailing?: ReactNode
  /** A link beside the label; comes after the field for who goes by keyboard. */
  aside?: ReactNode
  /** What helps to fill it in. */
  hint?: string | null
  /** What is wrong with what stands in it. */
  fault?: string | null
  /** The id of what describes it elsewhere. */
  describedBy?: string
}

type Control = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }
type Props = Frame & { children: (control: Control) => ReactNode }

/** What stands around a control: its label, its box, and what is to be said about it. */
export function FieldFrame({ label, labelHidden = false, icon, trailing, aside, children, ...said }: Props) {
  const id = useId()
  const { hint = null, fault = null, describedBy } = said
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
