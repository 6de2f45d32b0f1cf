import { GaugeFace } from '../../../../ui/gauge/GaugeFace.tsx'
import styles from './Cabinet.module.css'

/** A sample value, large enough to recognize the sun. */
const LIT_PERCENT = 65

/** The unit in the cellar below the ground line, with its main switch at the front. */
export const Cabinet = ({ isOn, label }: { isOn: boolean; label: string }) => (
  <svg
    className={styles.cabinet}
    data-on={isOn || undefined}
    viewBox="0 0 220 158"
    role="img"
    aria-label={label}
  >
    <path className={styles.cellar} d="M24 3h172v152H24z" />
    <path className={styles.glow} d="M24 3h172v152H24z" />
    <path className={styles.wall} d="M25 3v150h170V3" />
    <path className={styles.ground} d="M0 2h220" />
    <rect className={styles.unit} x="70" y="33" width="80" height="117" rx="9" />
    <g transform="translate(110 69) scale(0.92)">
      <GaugeFace size="mini" percent={isOn ? LIT_PERCENT : 0} state={isOn ? 'on' : 'off'} />
    </g>
    <rect className={styles.switch} x="90" y="108" width="40" height="23" rx="11.5" />
    <circle className={styles.knob} cx={isOn ? 118.5 : 101.5} cy="119.5" r="7.5" />
  </svg>
)
