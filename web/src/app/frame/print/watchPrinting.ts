import './print.css'
import { flushSync } from 'react-dom'
import { usePreferences } from '../../../platform/preferences.ts'
import { usePrinting } from '../../../platform/printing.ts'

/** Redraws the page for paper, light, before the browser takes its picture of it: nothing may be left for later. */
function show(printing: boolean) {
  if (usePrinting.getState() === printing) return
  const light = printing || !usePreferences.getState().dark
  document.documentElement.dataset['colorScheme'] = light ? 'light' : 'dark'
  flushSync(() => usePrinting.setState(printing))
}

/** Follows the browser's printing, and its preview of it, until `signal` aborts. */
export function watchPrinting(signal: AbortSignal) {
  window.addEventListener('beforeprint', () => show(true), { signal })
  window.addEventListener('afterprint', () => show(false), { signal })
  const media = window.matchMedia('print')
  media.addEventListener('change', () => show(media.matches), { signal })
}
