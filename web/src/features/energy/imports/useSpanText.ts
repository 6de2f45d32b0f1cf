import { dayOf } from '@kellersonne/core/time/days'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'

/** Returns a function that formats the days of a file or, within a day, its times. */
export function useSpanText(timeZone: string) {
  const { t } = useTranslation('imports')
  const f = useFormats()
  return ({ from, until }: { readonly from: string; readonly until: string }) => {
    const [start, last] = [new Date(from), new Date(Date.parse(until) - 1)]
    const date = (at: Date) => f.date(at, timeZone)
    if (dayOf(start, timeZone) !== dayOf(last, timeZone))
      return t('span', { from: date(start), until: date(last) })
    const time = (at: Date) => f.time(at, timeZone)
    return t('span', { from: `${date(start)}, ${time(start)}`, until: time(new Date(until)) })
  }
}
