import * as z from 'zod/mini'

/** The longest name of a time zone is far shorter. */
const ZONE_LENGTH = 64

/** Zones by place, and the few without that PostgreSQL knows as well. Neither offsets nor abbreviations are zones. */
const NAMED = /^(?:[A-Z][A-Za-z]+(?:\/[A-Z][A-Za-z0-9_+-]*){1,2}|UTC|GMT|CET|EET|MET|WET)$/
/** Known to JavaScript alone. */
const UNKNOWN_ELSEWHERE = new Set(['US/Pacific-New'])

/** As zones by place are written; few of them have other capitals, and these are what JavaScript calls them. */
const IN_WORDS = /^[A-Z][a-z]+(?:[/_-][A-Z][a-z]+)*$/

function isTimeZone(name: string): boolean {
  if (!NAMED.test(name) || UNKNOWN_ELSEWHERE.has(name)) return false
  try {
    return canonical(name) !== ''
  } catch {
    return false
  }
}

const canonical = (name: string) =>
  new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone

/**
 * Returns one of few spellings of a zone: thousands are understood, and each would be remembered by itself. Names that JavaScript
 * calls otherwise stay as they are if they are written in words, as `Asia/Kolkata`: its own may be unknown elsewhere.
 */
function spelt(name: string): string {
  const usual = canonical(name)
  const isOtherName = usual.toLowerCase() !== name.toLowerCase()
  return isOtherName && (IN_WORDS.test(name) || !name.includes('/')) ? name : usual
}

/** The IANA name of a time zone, in its usual spelling. */
export const timeZone = z.pipe(
  z.string().check(
    z.maxLength(ZONE_LENGTH),
    z.refine((name: string) => name.length > ZONE_LENGTH || isTimeZone(name), { error: 'unknown' }),
  ),
  z.transform(spelt),
)
