import type { ReactNode } from 'react'
import { Logo } from '../layout/Logo.tsx'
import styles from './Message.module.css'

/** A page with a single message and a single action. */
export const Message = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <main className={styles.page} id="content">
    <Logo size={72} />
    <h1 tabIndex={-1}>{title}</h1>
    <p>{text}</p>
    {children}
  </main>
)
