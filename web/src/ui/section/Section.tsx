import type { Flows } from '@kellersonne/core/flows'
import { type ReactNode, useId } from 'react'
import { GaugeFace, type GaugeProps, Rays } from '../gauge/GaugeFace.tsx'
import { skyRays } from '../gauge/rays.ts'
import { Caption, type CaptionProps } from './Caption.tsx'
import { type Geometry, hero, phone } from './geometry.ts'
import { House, Mast, Roof, roofLine } from './House.tsx'
import { layout } from './layout.ts'
import { RibbonShape } from './Ribbons.tsx'
import styles from './Section.module.css'

const geometries = { hero, phone }
const places = ['pv', 'house', 'grid', 'battery'] as const

export type SectionProps = {
  shape: keyof typeof geometries
  /** What it says to a reader who does not see it. */
  label: string
  /** W; null = not known: nothing flows. */
  flows: Flows | null
  shining: boolean
  /** PV power as a share of the highest of late, 0 to 1. */
  brightness: number
  battery: Pick<GaugeProps, 'percent' | 'state'>
  /** What stands in the disc. */
  core: ReactNode
  /** null: nothing is to be said there. */
  captions: { [place in keyof Geometry['labels']]: CaptionProps | null }
}

/** The house cut open: sun and roof above the ground line, the battery below it. */
export function Section(props: SectionProps) {
  const { shape, label, flows, shining, brightness, battery, core, captions } = props
  const g = geometries[shape]
  const belowRoof = useId()
  const { ribbons, conduits } = layout(g, flows)
  const glow = battery.state === 'off' ? 0 : 0.15 + (0.65 * (battery.percent ?? 0)) / 100
  return (
    <div className={styles.frame} data-shape={shape} role="img" aria-label={label}>
      <svg className={styles.drawing} viewBox={`0 0 ${g.width} ${g.height}`} aria-hidden="true">
        <House geometry={g} glow={battery.percent === null ? 0 : glow} />
        <Mast geometry={g} />
        <path className={styles.conduit} d={conduits.join('')} />
        <clipPath id={belowRoof}>
          <path d={`${roofLine(g)}H${g.width}V${g.height}H0V${g.house.eave}Z`} />
        </clipPath>
        <g clipPath={`url(#${belowRoof})`}>
          {ribbons.map((ribbon) => (
            <RibbonShape key={ribbon.flow} ribbon={ribbon} />
          ))}
        </g>
        <Roof geometry={g} shining={shining} />
        <g
          className={styles.sun}
          data-shining={shining || undefined}
          transform={`translate(${g.sun.x} ${g.sun.y})`}
        >
          <circle r={g.sun.r} />
          <Rays
            rays={skyRays(shining ? brightness : 0)}
            inner={g.sun.r + 4}
            outer={g.sun.r + 10}
            stroke={2.2}
          />
        </g>
        <g transform={`translate(${g.disc.x} ${g.disc.y})`}>
          <GaugeFace {...battery}>{core}</GaugeFace>
        </g>
      </svg>
      {places.map((place) => {
        const caption = captions[place]
        return caption && <Caption key={place} {...caption} {...g.labels[place]} />
      })}
    </div>
  )
}
