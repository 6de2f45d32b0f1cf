import { IconPlus } from '@tabler/icons-react'
import styles from './DiscButton.module.css'
import type { Geometry } from './geometry.ts'

export type DiscAction = { readonly label: string; readonly act: () => void }

/** A button in the place of the battery's disc. */
export function DiscButton({ geometry, label, act }: DiscAction & { geometry: Geometry }) {
  const { x, y, r } = geometry.disc
  const side = `calc(${2 * r} * var(--u))`
  return (
    <button
      data-paper
      type="button"
      className={styles.disc}
      style={{
        left: `calc(${x - r} * var(--u))`,
        top: `calc(${y - r} * var(--u))`,
        width: side,
        height: side,
      }}
      aria-label={label}
      title={label}
      onClick={act}
    >
      <IconPlus size={32} stroke={2} aria-hidden />
    </button>
  )
}
