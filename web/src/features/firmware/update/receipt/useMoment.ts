import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { useFormats } from '../../../../platform/i18n/useFormats.ts'
import { useLive } from '../../../live/api/live.ts'

/** Writes a time out in full, as the clock at a system shows it, or where that is not known, the one here. */
export function useMoment(sn: SerialNumber) {
  const f = useFormats()
  const live = useLive()
  const system = live.status === 'ready' ? live.systems.find((one) => one.sn === sn) : undefined
  const zone = system?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return (at: string) => `${f.date(new Date(at), zone)}, ${f.time(new Date(at), zone)}`
}
