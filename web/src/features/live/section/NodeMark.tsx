import { Link } from '../../../platform/router/Link.tsx'
import { StateMark } from '../../../ui/feedback/StateMark.tsx'
import type { Geometry } from './geometry.ts'
import styles from './NodeMark.module.css'

export type MarkPlace = keyof Geometry['marks']
/** What is wrong at a place of the drawing, and where there is more about it. */
export type NodeMarkProps = { readonly text: string; readonly to: string; readonly grave: boolean }
type Props = NodeMarkProps & { place: MarkPlace; geometry: Geometry }

/** A sign at the place of the drawing that something is wrong with, as a link. */
export function NodeMark({ place, geometry, text, to, grave }: Props) {
  const { x, y } = geometry.marks[place]
  return (
    <Link
      data-paper
      className={styles.mark}
      data-grave={grave || undefined}
      style={{ left: `calc(${x} * var(--u))`, top: `calc(${y} * var(--u))` }}
      to={to}
      aria-label={text}
      title={text}
    >
      <StateMark state="open" grave={grave} size={18} />
    </Link>
  )
}
