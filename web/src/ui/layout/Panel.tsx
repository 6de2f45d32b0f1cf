import { type ReactNode, useId } from 'react'
import styles from './Panel.module.css'

type Props = {
  title: string
  /** One line below the title, if there is room. */
  intro?: string
  /** For forms with fields side by side. */
  wide?: boolean
  children: ReactNode
}

/** The card on a page before sign-in. */
export function Panel({ title, intro, wide = false, children }: Props) {
  const id = useId()
  return (
    <section className={styles.panel} data-wide={wide || undefined} aria-labelledby={id}>
      <h1 className={styles.title} id={id} tabIndex={-1}>
        {title}
      </h1>
      {intro !== undefined && <p className={styles.intro}>{intro}</p>}
      {children}
    </section>
  )
}
