import { type KeyFault, LONGEST_KEY, readKey } from '@kellersonne/core/systems/keys'
import { serialNumber } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'
import { createRule } from '../shared/rules.ts'

const faultOf = (text: string): KeyFault | null => {
  const read = readKey(text)
  return 'fault' in read ? read.fault : null
}

const fits = [
  z.trim(),
  z.maxLength(LONGEST_KEY),
  createRule<string>((text) => text === '' || faultOf(text) !== 'format', 'format'),
  createRule<string>((text) => faultOf(text) !== 'checksum', 'checksum'),
] as const

/** Returns the same text for a key however it is typed. */
const written = (text: string) => {
  const read = readKey(text)
  if ('fault' in read) return text
  return read.kind === 'sn' ? read.sn : read.code
}
/** True if a key is among others, however they are typed. */
export const isAmong = (text: string, others: readonly string[]) =>
  others.map(written).includes(written(text))

/** A serial number or a registration code. */
export const key = z.string().check(...fits, z.minLength(1))
const orUndefined = z.transform((text: string) => text || undefined)
/** undefined if left empty. */
export const optionalKey = z.optional(z.pipe(z.string().check(...fits), orUndefined))

/** A registration code; undefined if left empty. */
export const optionalCode = z.optional(
  z.pipe(
    z.string().check(
      ...fits,
      createRule<string>((text) => serialNumber(text) === null, 'format'),
    ),
    orUndefined,
  ),
)
