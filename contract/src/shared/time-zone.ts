import * as z from 'zod/mini'

/** The longest name of a time zone is far shorter. */
const ZONE_LENGTH = 64

function isTimeZone(name: string): boolean {
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
