import * as z from 'zod/mini'

/** The longest name of a time zone is far shorter. */
const ZONE_LENGTH = 64

/** Zones by place, and the few without that PostgreSQL knows as well. Neither offsets nor abbreviations are zones. */
const NAMED = /^(?:[A-Z][A-Za-z]+(?:\/[A-Z][A-Za-z0-9_+-]*){1,2}|UTC|GMT|CET|EET|MET|WET)$/
/** Known to JavaScript alone. */
const UNKNOWN_ELSEWHERE = new Set(['US/Pacific-New'])

function isTimeZone(name: string): boolean {
  if (!NAMED.test(name) || UNKNOWN_ELSEWHERE.has(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The IANA name of a time zone. */
export const timeZone = z.string().check(
  z.maxLength(ZONE_LENGTH),
  z.refine((name: string) => name.length > ZONE_LENGTH || isTimeZone(name), { error: 'unknown' }),
)
