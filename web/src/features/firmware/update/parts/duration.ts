import type { TFunction } from '../../../../platform/i18n/translate.ts'

const MINUTE = 60_000

/** Formats a duration in minutes, "12 min", "1 h 5 min"; below one minute in seconds. `ms` must not be negative. */
export function durationText(ms: number, t: TFunction<'receipts'>): string {
  if (ms < MINUTE) return t('lasted.seconds', { seconds: Math.round(ms / 1000) })
  const minutes = Math.round(ms / MINUTE)
  return minutes < 60
    ? t('lasted.minutes', { minutes })
    : t('lasted.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}
