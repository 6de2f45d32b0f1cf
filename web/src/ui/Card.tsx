import { type ReactNode, useId } from 'react'
import styles from './Card.module.css'

type Props = {
  title: string
  /** One line below it. */
  text?: string
  tone?: 'calm' | 'danger'
  children: ReactNode
}

/** A part of a page, with a heading the focus can be put on. */
export function Card({ title, text, tone = 'calm', children }: Props) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 className={styles.title} id={id} data-tone={tone} tabIndex={-1}>
        {title}
      </h2>
      {text && <p className={styles.text}>{text}</p>}
      {children}
    </section>
  )
}
