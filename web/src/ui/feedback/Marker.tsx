import type { ReactNode } from 'react'
import { rem } from '../styles/rem.ts'
import styles from './Marker.module.css'

/** The shape of a series, so that it never depends on colour alone. */
export type MarkerName = 'pv' | 'battery' | 'import' | 'feed-in' | 'load' | 'soc' | 'voltage'

const outlined = (name: string) => ({ fill: `var(--ks-${name}-fill)`, stroke: `var(--ks-${name})` })

const shapes: Record<MarkerName, ReactNode> = {
  pv: <circle cx="7" cy="7" r="5.5" {...outlined('pv')} />,
  battery: <rect x="1.5" y="1.5" width="11" height="11" rx="2.5" {...outlined('battery')} />,
  import: <path d="M7 .8 13.2 7 7 13.2.8 7z" {...outlined('grid-import')} />,
  'feed-in': <path d="M7 1.6 12.4 7 7 12.4 1.6 7z" fill="none" stroke="var(--ks-feed-in)" strokeWidth="2" />,
  load: <path d="M1 7h12" stroke="var(--ks-load)" strokeWidth="3.2" strokeLinecap="round" />,
  soc: (
    <>
      <rect x="1.5" y="1.5" width="11" height="11" rx="2.5" fill="none" stroke="var(--ks-battery)" />
      <path d="M1.5 7h11v3a2.5 2.5 0 0 1-2.5 2.5H4A2.5 2.5 0 0 1 1.5 10z" fill="var(--ks-battery-fill)" />
    </>
  ),
  voltage: (
    <path
      d="M1 9.5 4 4l4.5 6L13 4"
      fill="none"
      stroke="var(--ks-load)"
      strokeWidth="2"
      strokeLinejoin="round"
      strokeLinecap="round"
    />
  ),
}

export const Marker = ({ name, size = 12 }: { name: MarkerName; size?: number }) => (
  <svg className={styles.marker} width={rem(size)} height={rem(size)} viewBox="0 0 14 14" aria-hidden="true">
    {shapes[name]}
  </svg>
)
