import type { ReactNode } from 'react'
import { type Quantity, UNKNOWN } from '../../../platform/i18n/format.ts'
import styles from './Status.module.css'

type Props = {
  word: string
  /** True if it is the last known value, not the current one. */
  old?: boolean
  children: ReactNode
}

/** One fact about a battery. */
export const Fact = ({ word, old = false, children }: Props) => (
  <div className={styles.fact} data-old={old || undefined}>
    <dt>{word}</dt>
    <dd>{children}</dd>
  </div>
)

/** A formatted number with a subdued unit. */
export const Shown = ({ value, unit }: Quantity) => (
  <>
    {value}
    {unit && <span className={styles.unit}>{`\u00A0${unit}`}</span>}
  </>
)

/** Two related numbers, possibly with different units: "0,7 / 0,8 kWh". */
export const ShownPair = ({ first, second }: { first: Quantity; second: Quantity }) => {
  const alike = first.unit === second.unit || first.value === UNKNOWN
  return (
    <>
      <Shown {...(alike ? { value: first.value, unit: '' } : first)} />
      {' / '}
      <Shown {...second} />
    </>
  )
}
