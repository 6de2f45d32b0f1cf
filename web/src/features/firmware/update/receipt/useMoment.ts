import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { useFormats } from '../../../../platform/i18n/useFormats.ts'
import { useLive } from '../../../live/api/live.ts'

/** Returns a formatter of full dates and times in a system's time zone, or the browser's if that is unknown. */
export function useMoment(sn: SerialNumber) {
  const f = useFormats()
  const live = useLive()
  const system = live.status === 'ready' ? live.systems.find((one) => one.sn === sn) : undefined
  const zone = system?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return (at: string) => `${f.date(new Date(at), zone)}, ${f.time(new Date(at), zone)}`
}
