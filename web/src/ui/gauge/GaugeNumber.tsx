import styles from './Gauge.module.css'

/** The number in the middle of a gauge, with its unit smaller beside it. */
export const GaugeNumber = ({ value, unit }: { value: string; unit: string }) => (
  <text className={styles.number} data-unknown={unit === '' || undefined} dy="0.36em" textAnchor="middle">
    {value}
    <tspan className={styles.unit} dx={unit && 2}>
      {unit}
    </tspan>
  </text>
)
