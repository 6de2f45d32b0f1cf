import { rem } from '../styles/rem.ts'
import styles from './Logo.module.css'

const rays = [-80, -48, -16, 16, 48, 80].map((degrees) => ({ degrees }))

/** A house, the ground line and the sun below it. */
export const Logo = ({ size = 36 }: { size?: number }) => (
  <svg className={styles.logo} width={rem(size)} height={rem(size)} viewBox="0 0 36 36" aria-hidden="true">
    <path className={styles.house} d="M4.5 15.5 18 4.2l13.5 11.3M1.5 19.3h33" />
    <path className={styles.sun} d="M10.6 22.4h14.8a7.4 7.4 0 0 1-14.8 0z" />
    {rays.map(({ degrees }) => (
      <path key={degrees} className={styles.ray} d="M18 32.4v1.8" transform={`rotate(${degrees} 18 22.6)`} />
    ))}
  </svg>
)
