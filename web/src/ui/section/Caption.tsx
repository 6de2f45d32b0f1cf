import { memo } from 'react'
import { Marker, type MarkerName } from '../Marker.tsx'
import type { Geometry } from './geometry.ts'
import styles from './Section.module.css'

export type CaptionProps = {
  marker: MarkerName
  word: string
  /** Empty where there is no number to show. */
  value: string
  unit: string
  note?: string | undefined
}
type Place = Geometry['labels'][keyof Geometry['labels']]

/** Marker and word, number, and a note, at a place of the drawing. */
export const Caption = memo(function Caption({
  marker,
  word,
  value,
  unit,
  note,
  x,
  y,
  align,
}: CaptionProps & Place) {
  return (
    <div
      className={styles.caption}
      data-align={align}
      style={{ left: `calc(${x} * var(--u))`, top: `calc(${y - 15} * var(--u))` }}
    >
      <span className={styles.word}>
        <Marker name={marker} size={13} />
        {word}
      </span>
      {value && (
        <span className={styles.value}>
          {value}
          {unit && <span className={styles.unit}>{unit}</span>}
        </span>
      )}
      {note && <span className={styles.note}>{note}</span>}
    </div>
  )
})
