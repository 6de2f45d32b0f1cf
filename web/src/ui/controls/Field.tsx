import type { ComponentProps } from 'react'
import styles from './Field.module.css'
import { FieldFrame, type Frame } from './FieldFrame.tsx'

type Props = Frame & Omit<ComponentProps<'input'>, 'className' | 'id' | keyof Frame>

export function Field(props: Props) {
  const { label, labelHidden, icon, trailing, aside, hint, fault, describedBy, ...input } = props
  return (
    <FieldFrame {...props}>
      {(control) => <input {...input} {...control} className={styles.input} />}
    </FieldFrame>
  )
}
