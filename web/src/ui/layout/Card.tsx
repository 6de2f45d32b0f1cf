import { type ReactNode, useId } from 'react'
import styles from './Card.module.css'

type Props = {
  title: string
  /** One line below the title. */
  text?: string
  /** Beside the title. */
  aside?: ReactNode
  tone?: 'calm' | 'danger'
  children: ReactNode
}

/** A section of a page, with a focusable heading. */
export function Card({ title, text, aside, tone = 'calm', children }: Props) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} data-tone={tone} tabIndex={-1}>
          {title}
        </h2>
        {aside}
      </div>
      {text && <p className={styles.text}>{text}</p>}
      {children}
    </section>
  )
}
