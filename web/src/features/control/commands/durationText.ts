import type { TFunction } from '../../../platform/i18n/translate.ts'

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S

/** Formats a duration: "20 s", "1 min 5 s", "2 h 3 min". */
export function durationText(ms: number, t: TFunction<'commands'>): string {
  const seconds = Math.round(Math.max(0, ms) / 1000)
  const minutes = Math.floor(seconds / MINUTE_S)
  const rest = seconds % MINUTE_S
  if (minutes === 0) return t('lasted.seconds', { seconds })
  if (seconds >= HOUR_S)
    return t('lasted.hours', { hours: Math.floor(seconds / HOUR_S), minutes: minutes % 60 })
  return rest === 0 ? t('lasted.minutes', { minutes }) : t('lasted.both', { minutes, seconds: rest })
}
