import type { ReactNode } from 'react'
import styles from './Figures.module.css'

export type Figure = { readonly name: string; readonly value: string; readonly note: string }

/** Numbers with their names, and what follows them. */
export const Figures = ({ figures, children }: { figures: readonly Figure[]; children?: ReactNode }) => (
  <dl className={styles.figures}>
    {figures.map(({ name, value, note }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          {value}
          {note && <span>{note}</span>}
        </dd>
      </div>
    ))}
    {children}
  </dl>
)
