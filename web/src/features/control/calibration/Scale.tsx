import styles from './Calibration.module.css'

/** A calibration is due about every month. */
export const SCALE_DAYS = 30
const HEIGHT = 24
const WEEK = 7

/** The days until then, one line each; more than a month is beyond its end. */
export function Scale({ days }: { days: number }) {
  return (
    <svg className={styles.scale} width="100%" height={HEIGHT} aria-hidden="true">
      {Array.from({ length: SCALE_DAYS + 1 }, (_, day) => {
        const x = `${(100 * day) / SCALE_DAYS}%`
        const length = day === days ? HEIGHT - 4 : day % WEEK === 0 ? 13 : 9
        return (
          <line
            key={x}
            x1={x}
            x2={x}
            y1={HEIGHT - 2 - length}
            y2={HEIGHT - 2}
            data-day={day < days ? 'before' : day === days ? 'then' : 'after'}
          />
        )
      })}
    </svg>
  )
}
