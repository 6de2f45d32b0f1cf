import { useEffect } from 'react'
import styles from './Chart.module.css'
import type { ChartState } from './state.ts'

/** How long the hint stays if the pointer does (SHL-07). */
const SHOWN_MS = 5000

/** Says how to zoom while the state asks for it. */
export function ZoomHint({ state, text }: { state: ChartState; text: string }) {
  const hinting = state((looking) => looking.hinting)
  useEffect(() => {
    if (!hinting) return
    const timer = setTimeout(() => state.setState({ hinting: false }), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [hinting, state])
  return hinting && <p className={styles.hint}>{text}</p>
}
