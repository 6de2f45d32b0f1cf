import type { Place } from '@kellersonne/core/systems/place'
import { placeOf } from '@kellersonne/core/systems/place'
import { type KeyboardEvent, type MouseEvent, useId, useMemo } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { rem } from '../../../ui/styles/rem.ts'
import { type MapCountry, mapCountries } from './outlines.ts'
import styles from './PlaceMap.module.css'
import { pointText } from './pointText.ts'
import { frameOf, middleOf, pathOf, toDrawing, toPoint } from './projection.ts'
import { moved } from './typed.ts'

const steps: Readonly<Record<string, readonly [north: number, east: number]>> = {
  ArrowUp: [1, 0],
  ArrowDown: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
}
/** Height of a map, so that the fields below it stay in sight; design px. */
const HIGHEST = 340
/** Tenths of a degree with Shift. */
const FAR = 10

type Props = { country: MapCountry; point: Place | null; choose: (point: Place) => void }

/** A country's outline, on which a press or the arrow keys choose a point. */
export function PlaceMap({ country, point, choose }: Props) {
  const { t } = useTranslation('place')
  const f = useFormats()
  const id = useId()
  const frame = useMemo(() => frameOf(country), [country])
  const paths = useMemo(() => mapCountries.map((one) => [one, pathOf(one, frame)] as const), [frame])
  const at = point && toDrawing(frame, point)
  const name = f.country(country)

  function pressed(event: MouseEvent<HTMLDivElement>) {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    if (width === 0 || height === 0) return
    choose(placeOf(toPoint(frame, (event.clientX - left) / width, (event.clientY - top) / height)))
  }
  function keyed(event: KeyboardEvent) {
    const step = steps[event.key]
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const by = event.shiftKey ? FAR : 1
    choose(point ? moved(point, by * step[0], by * step[1]) : placeOf(middleOf(frame)))
  }
  return (
    <div className={styles.map}>
      <div
        className={styles.drawing}
        // A point has two coordinates, which no other role has: arrow keys must reach the page.
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the point
        tabIndex={0}
        aria-label={t('map', { country: name })}
        aria-describedby={`${id}-help ${id}-point`}
        style={{
          aspectRatio: `${frame.width} / ${frame.height}`,
          width: `min(100%, ${rem((HIGHEST * frame.width) / frame.height)})`,
        }}
        onClick={pressed}
        onKeyDown={keyed}
      >
        <svg viewBox={`0 0 ${frame.width.toFixed(0)} ${frame.height.toFixed(0)}`} aria-hidden="true">
          {paths.map(([one, path]) => (
            <path key={one} d={path} className={styles.land} data-chosen={one === country || undefined} />
          ))}
        </svg>
        {at && (
          <span
            className={styles.point}
            style={{ left: `${(100 * at.x) / frame.width}%`, top: `${(100 * at.y) / frame.height}%` }}
          />
        )}
      </div>
      <p className={styles.words}>
        <output id={`${id}-point`}>{point ? pointText(point, t, f) : t('noPoint')}</output>
        <span id={`${id}-help`}>{t('mapHelp')}</span>
        <span>{t('mapSource')}</span>
      </p>
    </div>
  )
}
