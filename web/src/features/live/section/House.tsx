import { memo, useId } from 'react'
import { type Geometry, pitch, ridgeX, roofAt } from './geometry.ts'
import styles from './House.module.css'

type Props = { geometry: Geometry }

/** How far the ground extends beyond the drawing, for wider cards. */
const BEYOND = 3000
const WALL = 5

/** A path through both ends and the ridge of the roof. */
export function roofLine(g: Geometry) {
  const left = g.house.left - g.overhang
  const right = g.house.right + g.overhang
  return `M${left} ${roofAt(g, left)}L${ridgeX(g)} ${g.house.ridge}L${right} ${roofAt(g, right)}`
}

/** Ground, house and cellar, behind the ribbons. `glow`: 0 to 1, the battery's state of charge. */
export const House = memo(function House({ geometry: g, glow }: Props & { glow: number }) {
  const light = useId()
  const { left, right, eave, ridge } = g.house
  const cellar = { x: left, y: g.ground, width: right - left, height: g.floor - g.ground }
  const inner = { left: left + WALL / 2, right: right - WALL / 2, floor: g.floor - WALL / 2 }
  return (
    <>
      <rect className={styles.earth} x={-BEYOND} y={g.ground} width={2 * BEYOND} height={g.height} />
      <path className={styles.ground} d={`M${-BEYOND} ${g.ground}H${left}M${right} ${g.ground}H${BEYOND}`} />
      <path
        className={styles.house}
        d={`M${left} ${g.ground}V${eave}L${ridgeX(g)} ${ridge}L${right} ${eave}V${g.ground}Z`}
      />
      <radialGradient
        id={light}
        gradientUnits="userSpaceOnUse"
        cx={g.disc.x}
        cy={g.disc.y}
        r={(right - left) * 0.8}
      >
        <stop className={styles.glow} offset="0.1" stopOpacity={glow} />
        <stop className={styles.glow} offset="1" stopOpacity="0" />
      </radialGradient>
      <rect className={styles.cellar} {...cellar} />
      <rect fill={`url(#${light})`} {...cellar} />
      <path
        className={styles.wall}
        d={`M${inner.left} ${eave - 2}V${inner.floor}H${inner.right}V${eave - 2}M${left} ${g.ground}H${right}`}
      />
    </>
  )
})

const PANEL = { start: 0.11, end: 0.865, gap: 1.5, thickness: 10 }

/** Roof and solar panel, in front of the ribbons that start below them. */
export const Roof = memo(function Roof({ geometry: g, shining }: Props & { shining: boolean }) {
  const slope = ridgeX(g) - g.house.left
  const start = g.house.left + slope * PANEL.start
  const length = ((PANEL.end - PANEL.start) * slope) / Math.cos(Math.atan(pitch(g)))
  const cell = length / g.panelCells
  const cells = Array.from({ length: g.panelCells - 1 }, (_, i) => `M${cell * (i + 1)} ${-PANEL.thickness}V0`)
  return (
    <>
      <g
        className={styles.panel}
        data-shining={shining || undefined}
        transform={`translate(${start} ${roofAt(g, start) - PANEL.gap}) rotate(${(-Math.atan(pitch(g)) * 180) / Math.PI})`}
      >
        <rect y={-PANEL.thickness} width={length} height={PANEL.thickness} />
        <path d={cells.join('')} />
      </g>
      <path className={styles.roof} d={roofLine(g)} />
    </>
  )
})

/** The grid: a lattice mast, drawn upwards from its foot in shares of its height. */
export const Mast = memo(function Mast({ geometry: { mast, ground } }: Props) {
  const up = (share: number) => -mast.height * share
  const sides = (shape: (side: 1 | -1) => string) => shape(1) + shape(-1)
  const leg = (share: number) => 16.5 - (11 * share) / 0.65
  const cross = (from: number, to: number) =>
    sides((s) => `M${leg(from) * s} ${up(from)}L${-leg(to) * s} ${up(to)}`)
  const body = sides((s) => `M${16.5 * s} 0L${5.5 * s} ${up(0.65)}V${up(0.95)}L0 ${up(1)}`)
  const arms = sides(
    (s) => `M0 ${up(0.65)}H${39 * s}L${5.5 * s} ${up(0.76)}M0 ${up(0.84)}H${32 * s}L${5.5 * s} ${up(0.95)}`,
  )
  const braces = `${cross(0, 0.27)}${cross(0.27, 0.48)}${cross(0.48, 0.65)}${sides((s) => `M${5.5 * s} ${up(0.65)}L${-5.5 * s} ${up(0.84)}`)}`
  return (
    <path className={styles.mast} transform={`translate(${mast.x} ${ground})`} d={body + arms + braces} />
  )
})
