import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import styles from './Pagination.module.css'

type Props = {
  /** Accessible names of the navigation and its buttons. */
  words: { label: string; previous: string; next: string; page: (page: number) => string }
  /** From 1. */
  page: number
  pages: number
  go: (page: number) => void
}

/** Page numbers shown at once (SHL-08). */
const SHOWN = 5

/** Page numbers around `page`, centred as far as the ends allow. */
function shownOf(page: number, pages: number): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(SHOWN / 2), pages - SHOWN + 1))
  return Array.from({ length: Math.min(SHOWN, pages) }, (_, i) => first + i)
}

/** Page navigation. Renders nothing for a single page. */
export function Pagination({ words, page, pages, go }: Props) {
  if (pages < 2) return null
  const step = (label: string, to: number, Icon: typeof IconChevronLeft) => {
    const none = to < 1 || to > pages
    return (
      <button
        type="button"
        className={styles.button}
        aria-label={label}
        aria-disabled={none || undefined}
        onClick={() => none || go(to)}
      >
        <Icon size={18} stroke={1.5} aria-hidden />
      </button>
    )
  }
  return (
    <nav className={styles.pages} aria-label={words.label}>
      {step(words.previous, page - 1, IconChevronLeft)}
      {shownOf(page, pages).map((one) => (
        <button
          key={one}
          type="button"
          className={styles.button}
          aria-label={words.page(one)}
          aria-current={one === page ? 'page' : undefined}
          onClick={() => one === page || go(one)}
        >
          {one}
        </button>
      ))}
      {step(words.next, page + 1, IconChevronRight)}
    </nav>
  )
}
