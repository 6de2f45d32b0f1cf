import type { AlertStorm } from '@kellersonne/contract/messages/alerts'
import { dayOf } from '@kellersonne/core/time/days'
import { whenOf } from '../../../platform/mail/render-mail.ts'

/** A storm as texts name it. */
export type StormFacts = {
  /** "101 km/h" */
  readonly gust: string
  readonly begins: string
  readonly ends: string
  /** When the hour of the highest gust begins. */
  readonly strongest: string
  /** State of charge in % expected when it begins; null = not known. */
  readonly soc: number | null
}

const KMH = 3.6
const ZONE = 'Europe/Berlin'

/** Returns a storm's facts, with times on the system's clocks; the day is named once, the clock's offset each time. */
export function stormFacts(
  { gust, gust_at, begins_at, ends_at, soc }: AlertStorm,
  locale: string,
  timeZone = ZONE,
): StormFacts {
  const begins = new Date(begins_at)
  const time = new Intl.DateTimeFormat(locale, {
    ...{ timeZone, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
  })
  const later = (text: string) => {
    const at = new Date(text)
    return dayOf(at, timeZone) === dayOf(begins, timeZone) ? time.format(at) : whenOf(at, locale, timeZone)
  }
  return {
    gust: `${Math.round(gust * KMH)} km/h`,
    begins: whenOf(begins, locale, timeZone),
    ends: later(ends_at),
    strongest: later(gust_at),
    soc,
  }
}
