import type { Day } from '@kellersonne/core/time/days'
import type { Runway } from '../api/quality.ts'
import type { Localizer } from './words.ts'

const noon = (day: string) => new Date(`${day}T12:00:00Z`)

/** One sentence about when the battery lives on the sun again, never more certain than is known. */
export function runwaySentence(runway: Runway | null, today: Day, { t, f }: Localizer): string {
  const end = runway?.days.at(-1)?.day
  if (!runway || end === undefined) return t('runway.unknown')
  const write = (day: string | null) => f.dayAndMonth(noon(day ?? end), 'UTC')
  const { earliest, expected, latest } = runway
  const dates = {
    earliest: write(earliest),
    expected: write(expected),
    latest: write(latest),
    end: write(end),
  }
  if (expected === null) return t(earliest === null ? 'runway.later' : 'runway.unlikely', dates)
  if (expected <= today) {
    if (latest === null) return t('runway.nowOpen')
    return latest <= today ? t('runway.now') : t('runway.nowUncertain', dates)
  }
  if (latest === null) return t('runway.open', { ...dates, earliest: write(earliest ?? expected) })
  return earliest === null || earliest === latest ? t('runway.at', dates) : t('runway.between', dates)
}
