import type { Balance } from '@kellersonne/contract/energy/month'
import { isPartial, radiusOf } from '../days.ts'
import styles from './HalfSun.module.css'

/** As wide as the sky above it: percent. */
const WIDTH = 100
/** Gap between self-supply and import. */
const GAP = 1.5

/** Half a sun, its radius 0 to 1; dashed if the day was only partly measured. */
export const Sun = ({ radius, partial = false }: { radius: number | null; partial?: boolean }) => (
  <svg className={styles.sky} viewBox="-1 -1 2 1" aria-hidden="true">
    {radius !== null && radius > 0 && (
      <path
        className={styles.sun}
        data-partial={partial || undefined}
        d={`M${-radius} 0A${radius} ${radius} 0 0 1 ${radius} 0Z`}
      />
    )}
  </svg>
)

/** Self-supplied and imported shares of the consumption, %; grey if unknown. */
export function OwnShare({ share }: { share: number | null }) {
  const own = Math.min(WIDTH, Math.max(0, share ?? 0))
  const gap = own > 0 && own < WIDTH ? GAP / 2 : 0
  return (
    <svg className={styles.bar} viewBox={`0 0 ${WIDTH} 6`} preserveAspectRatio="none" aria-hidden="true">
      {share === null ? (
        <rect className={styles.unknown} width={WIDTH} height="6" />
      ) : (
        <>
          <rect className={styles.own} width={Math.max(0, own - gap)} height="6" />
          <rect className={styles.bought} x={own + gap} width={Math.max(0, WIDTH - own - gap)} height="6" />
        </>
      )}
    </svg>
  )
}

/** A day above and below the ground line: its yield as half a sun, and the self-supplied share of its consumption. */
export const HalfSun = ({ balance, best }: { balance: Balance; best: number }) => (
  <div className={styles.picture}>
    <Sun radius={radiusOf(balance, best)} partial={isPartial(balance)} />
    <div className={styles.ground} />
    <OwnShare share={balance.selfSufficiency} />
  </div>
)
