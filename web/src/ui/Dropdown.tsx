import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import styles from './Dropdown.module.css'

export type OpenerProps = {
  ref: React.RefObject<HTMLButtonElement | null>
  onClick: () => void
  'aria-expanded': boolean
  'aria-controls': string
}

type Props = {
  /** What the panel is called. */
  label: string
  /** The button that opens it; gets the props it needs. */
  opener: (props: OpenerProps) => ReactNode
  children: ReactNode
  placement?: 'below' | 'above'
}

/** A panel that a button opens; Escape, a press outside and leaving it by keyboard close it. */
export function Dropdown({ label, opener, children, placement = 'below' }: Props) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !open) return
    setOpen(false)
    button.current?.focus()
  }
  function closeOnLeave(event: FocusEvent<HTMLElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }

  return (
    <div className={styles.place} onKeyDown={closeOnEscape} onBlur={closeOnLeave} role="presentation">
      {opener({
        ref: button,
        onClick: () => setOpen(!open),
        'aria-expanded': open,
        'aria-controls': id,
      })}
      {open && (
        <section id={id} className={styles.panel} data-placement={placement} aria-label={label} tabIndex={-1}>
          {children}
        </section>
      )}
    </div>
  )
}
