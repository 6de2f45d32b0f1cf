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
