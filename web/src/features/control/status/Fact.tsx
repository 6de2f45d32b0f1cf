import type { ReactNode } from 'react'
import { type Quantity, UNKNOWN } from '../../../platform/i18n/format.ts'
import styles from './Status.module.css'

type Props = {
  word: string
  /** It is the last known, not the present one. */
  old?: boolean
  children: ReactNode
}

/** One thing known of a battery. */
export const Fact = ({ word, old = false, children }: Props) => (
  <div className={styles.fact} data-old={old || undefined}>
    <dt>{word}</dt>
    <dd>{children}</dd>
  </div>
)

/** A number as it is written, its unit quieter. */
export const Shown = ({ value, unit }: Quantity) => (
  <>
    {value}
    {unit && <span className={styles.unit}>{`\u00A0${unit}`}</span>}
  </>
)

/** Two numbers of one thing, which may differ in their unit: "0,7 / 0,8 kWh". */
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
