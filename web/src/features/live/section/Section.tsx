import type { Flows } from '@kellersonne/core/energy/flows'
import { memo, type ReactNode } from 'react'
import { GaugeFace, type GaugeProps, Rays } from '../../../ui/gauge/GaugeFace.tsx'
import { skyRays } from '../../../ui/gauge/rays.ts'
import { Caption, type CaptionPlace, type CaptionProps } from './Caption.tsx'
import { type DiscAction, DiscButton } from './DiscButton.tsx'
import { type Geometry, hero, phone } from './geometry.ts'
import { House, Mast, Roof } from './House.tsx'
import { roundFlows } from './layout.ts'
import { type MarkPlace, NodeMark, type NodeMarkProps } from './NodeMark.tsx'
import { Ribbons } from './Ribbons.tsx'
import styles from './Section.module.css'

const geometries = { hero, phone }
const places = ['pv', 'house', 'grid', 'battery'] as const

export type SectionProps = {
  shape: keyof typeof geometries
  /** Text alternative to the drawing. */
  label: string
  /** W; null = unknown: nothing flows. */
  flows: Flows | null
  /** False for values that were current some time ago: nothing moves. */
  moving: boolean
  shining: boolean
  /** PV power relative to its recent peak, 0 to 1. */
  brightness: number
  battery: Pick<GaugeProps, 'percent' | 'state'>
  /** A button in place of the disc's content. */
  disc?: DiscAction
  /** Content of the disc. */
  core: ReactNode
  /** null = no caption at this position. */
  captions: { [place in CaptionPlace]: CaptionProps | null }
  marks: ReadonlyMap<MarkPlace, NodeMarkProps>
  /** Opens the explanation of one of them. */
  explain?: (place: CaptionPlace) => void
}

/** A cutaway house: sun and roof above the ground line, the battery below it. */
export function Section(props: SectionProps) {
  const { shape, label, flows, moving, shining, brightness, battery, core, captions, explain, disc, marks } =
    props
  const g = geometries[shape]
  const percent = battery.percent === null ? null : Math.round(battery.percent)
  return (
    <div className={styles.frame} data-shape={shape} data-still={!moving || undefined}>
      <svg className={styles.drawing} viewBox={`0 0 ${g.width} ${g.height}`} role="img" aria-label={label}>
        <House geometry={g} glow={glowOf({ ...battery, percent })} />
        <Mast geometry={g} />
        <Ribbons geometry={g} flows={flows && roundFlows(flows)} />
        <Roof geometry={g} shining={shining} />
        <Sun
          geometry={g}
          shining={shining}
          lit={Math.round((shining ? brightness : 0) * FINENESS) / FINENESS}
        />
        <g transform={`translate(${g.disc.x} ${g.disc.y})`}>
          <Gauge {...battery} percent={percent}>
            {core}
          </Gauge>
        </g>
      </svg>
      {disc && <DiscButton geometry={g} {...disc} />}
      {places.map((place) => {
        const caption = captions[place]
        return caption && <Caption key={place} {...caption} place={place} geometry={g} explain={explain} />
      })}
      {[...marks].map(([place, mark]) => (
        <NodeMark key={place} {...mark} place={place} geometry={g} />
      ))}
    </div>
  )
}

const glowOf = ({ percent, state }: SectionProps['battery']) =>
  percent === null || state === 'off' ? 0 : 0.15 + (0.65 * percent) / 100

const Gauge = memo(GaugeFace)

/** Steps of brightness, more than the sun has rays. */
const FINENESS = 48
type SunProps = { geometry: Geometry; shining: boolean; lit: number }
const Sun = memo(function Sun({ geometry: { sun }, shining, lit }: SunProps) {
  return (
    <g className={styles.sun} data-shining={shining || undefined} transform={`translate(${sun.x} ${sun.y})`}>
      <circle r={sun.r} />
      <Rays rays={skyRays(lit)} inner={sun.r + 4} outer={sun.r + 10} stroke={2.2} />
    </g>
  )
})
