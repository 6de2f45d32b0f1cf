import { type KeyFault, readKey } from '@kellersonne/core/systems/keys'
import * as z from 'zod/mini'
import { rule } from '../shared/rules.ts'

const faultOf = (text: string): KeyFault | null => {
  const read = readKey(text)
  return 'fault' in read ? read.fault : null
}

const fits = [
  z.trim(),
  z.maxLength(40),
  rule<string>((text) => text === '' || faultOf(text) !== 'format', 'format'),
  rule<string>((text) => faultOf(text) !== 'checksum', 'checksum'),
] as const

/** The same for however one key is typed. */
const written = (text: string) => {
  const read = readKey(text)
  if ('fault' in read) return text
  return read.kind === 'sn' ? read.sn : read.code
}
/** Whether a key is among others. */
export const isAmong = (text: string, others: readonly string[]) =>
  others.map(written).includes(written(text))

/** A serial number or a registration code. */
export const key = z.string().check(...fits, z.minLength(1))
/** Left empty it is undefined. */
export const optionalKey = z.optional(
  z.pipe(
    z.string().check(...fits),
    z.transform((text) => text || undefined),
  ),
)
