import { encodeQR } from 'qr'
import styles from './Passport.module.css'

/** Modules of white around the code, without which cameras do not find it. */
const MARGIN = 4

/** A QR code, dark on white in both appearances. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { border: MARGIN })
  const size = rows.length
  const path = rows
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} className={styles.light} />
      <path d={path} className={styles.dark} shapeRendering="crispEdges" />
    </svg>
  )
}
