import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import styles from './Field.module.css'
import { FieldFrame, type Frame } from './FieldFrame.tsx'

type Option = { value: string; label: string }
type Props = Omit<Frame, 'trailing' | 'aside'> &
  Omit<ComponentProps<'select'>, 'className' | 'id' | 'children' | keyof Frame> & {
    options: readonly Option[]
  }

export function Select(props: Props) {
  const { label, labelHidden, icon, hint, fault, describedBy, options, ...select } = props
  return (
    <FieldFrame {...props} trailing={<IconChevronDown size={18} stroke={1.5} aria-hidden />}>
      {(control) => (
        <select {...select} {...control} className={styles.select}>
          {options.map(({ value, label: name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}
