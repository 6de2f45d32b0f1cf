import { type ReactNode, useId } from 'react'
import styles from './Gauge.module.css'
import { type GaugeMode, type GaugeSize, type Ray, rays } from './rays.ts'

export const faces: Record<
  GaugeSize,
  { r: number; inner: number; outer: number; stroke: number; text: number }
> = {
  mini: { r: 16.5, inner: 19.5, outer: 25, stroke: 1.8, text: 0 },
  normal: { r: 40, inner: 45, outer: 55.5, stroke: 2.6, text: 28 },
  large: { r: 47, inner: 52, outer: 61, stroke: 2.6, text: 30 },
  clock: { r: 96, inner: 106, outer: 128, stroke: 3.6, text: 56 },
}

export type GaugeProps = {
  /** 0 to 100; null = unknown. */
  percent: number | null
  mode?: GaugeMode
  size?: GaugeSize
  /** off: grey, for an inactive unit or old data. charging: the lit rays pulse. */
  state?: 'on' | 'off' | 'charging'
  /** The number in the disc, or what replaces it. None in a mini gauge. */
  children?: ReactNode
}

/** The sun gauge around the origin of an SVG: rays, disc, liquid and its level line. */
export function GaugeFace({ percent, mode = 'level', size = 'normal', state = 'on', children }: GaugeProps) {
  const clip = useId()
  const { r, inner, outer, stroke, text } = faces[size]
  const level = r - (2 * r * (percent ?? 0)) / 100
  return (
    <g
      className={styles.gauge}
      data-state={percent === null ? 'off' : state}
      data-mode={mode}
      data-size={size}
    >
      <Rays rays={rays(mode, size, percent)} inner={inner} outer={outer} stroke={stroke} />
      <clipPath id={clip}>
        <circle r={r} />
      </clipPath>
      <circle className={styles.disc} r={r} />
      <g clipPath={`url(#${clip})`}>
        <g className={styles.level} style={{ transform: `translateY(${percent === null ? r : level}px)` }}>
          <rect className={styles.liquid} x={-r} width={2 * r} height={2 * r} />
          <LevelLine r={r} gap={text > 0 && Math.abs(level) < text * 0.55 ? text : 0} />
        </g>
      </g>
      <circle className={styles.rim} r={r} />
      {children}
    </g>
  )
}

/** The level line, leaving room for the number in the middle. */
function LevelLine({ r, gap }: { r: number; gap: number }) {
  return <path className={styles.line} d={`M${-r} 0H${-gap}M${gap} 0H${r}`} />
}

export function Rays({
  rays,
  inner,
  outer,
  stroke,
}: {
  rays: readonly Ray[]
  inner: number
  outer: number
  stroke: number
}) {
  const path = (lit: boolean) =>
    rays
      .filter((ray) => ray.lit === lit)
      .map(({ degrees }) => rayPath(degrees, inner, outer))
      .join('')
  return (
    <g strokeWidth={stroke}>
      <path className={styles.ray} d={path(false)} />
      <path className={styles.ray} data-lit="" d={path(true)} />
    </g>
  )
}

function rayPath(degrees: number, inner: number, outer: number) {
  const angle = (degrees * Math.PI) / 180
  const at = (radius: number) =>
    `${(Math.sin(angle) * radius).toFixed(1)} ${(-Math.cos(angle) * radius).toFixed(1)}`
  return `M${at(inner)}L${at(outer)}`
}
