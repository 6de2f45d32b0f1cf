import { isSerialNumber, type SerialNumber } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'

export const sn = z.custom<SerialNumber>(
  (value) => typeof value === 'string' && isSerialNumber(value),
  'not a number or a word of capital letters',
)

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** A time such as `90m`, `24h` or `7d`, in ms. */
export const duration = z.pipe(
  z.string().check(z.regex(/^\d{1,5}[mhd]$/, 'not a time such as 90m, 24h or 7d')),
  z.transform((text) => {
    const unit = text.endsWith('m') ? 'm' : text.endsWith('h') ? 'h' : 'd'
    return Number.parseInt(text, 10) * units[unit]
  }),
)

/** A number from 1 to `most`. */
export const count = (most: number) =>
  z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,15}$/, 'not a number')), z.transform(Number)),
    z.number().check(z.minimum(1, 'less than 1'), z.maximum(most, `more than ${most}`)),
  )

const SHORTEST_SECRET = 16

const zones = new Map<string, boolean>()
/** Remembers the answers: asking for each of fifty thousand systems would take seconds. */
function isTimeZone(name: string): boolean {
  const known = zones.get(name)
  if (known !== undefined) return known
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    zones.set(name, true)
  } catch {
    zones.set(name, false)
  }
  return zones.get(name) ?? false
}
export const timeZone = z.string().check(z.refine(isTimeZone, 'not a time zone'))

/** What is given of a system that is added. */
export const systemFields = {
  sn,
  phase: z.pipe(z.enum(['1', '2', '3'], 'not 1, 2 or 3'), z.transform(Number)),
  timeZone: z.string('missing').check(z.refine(isTimeZone, 'not a time zone')),
  secret: z.optional(
    z.string().check(z.minLength(SHORTEST_SECRET, `shorter than ${SHORTEST_SECRET} characters`)),
  ),
}
