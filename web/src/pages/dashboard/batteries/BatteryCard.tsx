import { type ReactNode, useId } from 'react'
import styles from './BatteryCard.module.css'

type Props = {
  title: string
  /** Beside the title. */
  aside?: ReactNode
  children: ReactNode
}

/** A part of the page, with a heading the focus can be put on. */
export function BatteryCard({ title, aside, children }: Props) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
