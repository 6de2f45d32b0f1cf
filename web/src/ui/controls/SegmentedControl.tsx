import { type ReactNode, useId } from 'react'
import styles from './SegmentedControl.module.css'

type Segment<V> = { value: V; label: ReactNode; name?: string; mark?: ReactNode }
type Props<V> = {
  label: string
  value: V
  segments: readonly Segment<V>[]
  choose: (value: V) => void
}

/** Labels of so many characters are always shown whole. */
const SHORT = 8

/**
 * A choice of one among a few. `name` is a segment's accessible name if its label is not enough. `mark` is drawn into the
 * segment's corner: segments keep their places when a mark comes or goes, also between aiming and pressing.
 */
export function SegmentedControl<V extends string | number>({ label, value, segments, choose }: Props<V>) {
  const group = useId()
  return (
    <fieldset className={styles.track} aria-label={label}>
      {segments.map((segment) => (
        <label
          key={segment.value}
          className={styles.segment}
          data-short={(typeof segment.label === 'string' && segment.label.length <= SHORT) || undefined}
        >
          <input
            type="radio"
            className="visually-hidden"
            name={group}
            aria-label={segment.name}
            checked={segment.value === value}
            onChange={() => choose(segment.value)}
          />
          <span className={styles.word}>{segment.label}</span>
          {segment.mark && <span className={styles.mark}>{segment.mark}</span>}
        </label>
      ))}
    </fieldset>
  )
}
