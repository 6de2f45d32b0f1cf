import { memo } from 'react'
import { Marker, type MarkerName } from '../../../ui/feedback/Marker.tsx'
import styles from './Caption.module.css'
import type { Geometry } from './geometry.ts'

export type CaptionProps = {
  marker: MarkerName
  word: string
  /** Empty if there is no number to show. */
  value: string
  unit: string
  note?: string | undefined
}
export type CaptionPlace = keyof Geometry['labels']
type Props = CaptionProps & {
  place: CaptionPlace
  geometry: Geometry
  /** Opens the explanation of the number; without it the caption is read-only, and hidden from screen readers. */
  explain: ((place: CaptionPlace) => void) | undefined
}

/** Marker and word, number and note, at a position in the drawing. */
export const Caption = memo(function Caption({ place, geometry, explain, ...caption }: Props) {
  const { x, y, align } = geometry.labels[place]
  const frame = {
    className: styles.caption,
    'data-align': align,
    style: { left: `calc(${x} * var(--u))`, top: `calc(${y - 15} * var(--u))` },
  }
  if (!explain)
    return (
      <div {...frame} aria-hidden="true">
        <Content {...caption} />
      </div>
    )
  return (
    <button data-paper {...frame} type="button" aria-haspopup="dialog" onClick={() => explain(place)}>
      <Content {...caption} />
    </button>
  )
})

const Content = ({ marker, word, value, unit, note }: CaptionProps) => (
  <>
    <span className={styles.word}>
      <Marker name={marker} size={13} />
      {word}{' '}
    </span>
    {value && (
      <span className={styles.value}>
        {value}
        {unit && <span className={styles.unit}>{`\u00A0${unit}`}</span>}{' '}
      </span>
    )}
    {note && <span className={styles.note}>{note}</span>}
  </>
)
