import { useId } from 'react'
import styles from './Drawing.module.css'

const turns = (count: number) => Array.from({ length: count }, (_, i) => (360 / count) * i)
/** The gauge's rays are lit from below, as on the dashboard; here up to about 70 %. */
const isLit = (degrees: number) => Math.cos((degrees / 180) * Math.PI) < 0.6
const chevrons = [
  { x: 390, y: 363, turn: 0 },
  { x: 390, y: 389, turn: 0 },
  { x: 390, y: 415, turn: 0 },
  { x: 419, y: 438, turn: -90 },
  { x: 445, y: 438, turn: -90 },
  { x: 480, y: 481, turn: 0 },
  { x: 480, y: 507, turn: 0 },
]

const Sun = () => (
  <g className={styles.sun}>
    <circle r="18.5" />
    {turns(12).map((degrees) => (
      <path
        key={degrees}
        className={degrees > 180 ? styles.rayOff : undefined}
        d="M0-22.5v-6"
        transform={`rotate(${degrees})`}
      />
    ))}
  </g>
)

const Gauge = () => (
  <g className={styles.gauge} transform="translate(480 622)">
    <circle r="62" className={styles.disc} />
    <path className={styles.liquid} d="M-55.6-27.5A62 62 0 1 0 55.6-27.5z" />
    <circle r="62" className={styles.rim} />
    <path className={styles.level} d="M-55.6-27.5H55.6" />
    {turns(32).map((degrees) => (
      <path
        key={degrees}
        className={isLit(degrees) ? styles.ray : styles.rayOff}
        d="M0-72v-13"
        transform={`rotate(${degrees})`}
      />
    ))}
  </g>
)

const Ribbon = ({ gradient }: { gradient: string }) => (
  <g>
    <path
      className={styles.ribbon}
      stroke={`url(#${gradient})`}
      d="M390 326v79.5A32.5 32.5 0 0 0 422.5 438H449a31 31 0 0 1 31 31v37"
    />
    <path className={styles.arrow} d="M469.5 504h21v11h4.5l-15 15.5-15-15.5h4.5z" />
    <g className={styles.chevrons}>
      {chevrons.map(({ x, y, turn }) => (
        <path key={`${x} ${y}`} d="m-5-3 5 5 5-5" transform={`translate(${x} ${y}) rotate(${turn})`} />
      ))}
    </g>
  </g>
)

const House = ({ glow }: { glow: string }) => (
  <g>
    <path className={styles.room} d="M303.5 386 480 276l176.5 110v110h-353z" />
    <path className={styles.cellar} d="M303.5 496h353v240.5h-353z" />
    <path fill={`url(#${glow})`} d="M303.5 496h353v240.5h-353z" />
    <path className={styles.wall} d="M303.5 386v350.5h353V386M303.5 496h353" />
  </g>
)

const Roof = () => (
  <g>
    <path className={styles.roof} d="m270 406.5 210-130.5 210 130.5" />
    <path className={styles.panel} d="m311.5 363.5 136-85 6.5 10.5-136 85z" />
    <path
      className={styles.panelLines}
      d="m334.2 349.3 6.5 10.5m16.2-24.7 6.5 10.5m16.1-24.6 6.5 10.5m16.2-24.7 6.5 10.5m16.2-24.7 6.5 10.5"
    />
  </g>
)

/** A cutaway house: sun and roof above the ground line, the battery below it. */
export function Drawing({ label }: { label: string }) {
  const id = useId()
  const ribbon = `${id}ribbon`
  const glow = `${id}glow`
  return (
    <svg className={styles.drawing} viewBox="220 240 520 510" role="img" aria-label={label}>
      <defs>
        <linearGradient id={ribbon} gradientUnits="userSpaceOnUse" x1="390" y1="340" x2="480" y2="500">
          <stop className={styles.fromSun} />
          <stop offset="1" className={styles.toBattery} />
        </linearGradient>
        <radialGradient id={glow} gradientUnits="userSpaceOnUse" cx="480" cy="622" r="230">
          <stop className={styles.glow} />
          <stop offset="1" className={styles.glowEnd} />
        </radialGradient>
      </defs>
      <Sun />
      <House glow={glow} />
      <g className={styles.window}>
        <path d="M556 408h50v57h-50z" />
        <path d="M581 408v57m-25-28.5h50" />
      </g>
      <Ribbon gradient={ribbon} />
      <Gauge />
      <Roof />
    </svg>
  )
}
