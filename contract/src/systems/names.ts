import { type NameFault, readName } from '@kellersonne/core/systems/names'
import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { createRule } from '../shared/rules.ts'
import { serialNumber } from './systems.ts'

const faultOf = (text: string): NameFault | null => {
  const read = readName(text)
  return 'fault' in read ? read.fault : null
}
const nameOf = (text: string): string | null => {
  const read = readName(text)
  return 'fault' in read ? null : read.name
}

/** A system's name as typed: trimmed and composed; null if left empty. */
const systemName = z.pipe(
  z.string().check(
    createRule<string>((text) => faultOf(text) !== 'too_long', 'too_long'),
    createRule<string>((text) => faultOf(text) !== 'format', 'format'),
  ),
  z.transform(nameOf),
)

export const nameSystem = endpoint({
  method: 'POST',
  path: '/api/auth/usr_sn/name/',
  summary:
    "Names one of the caller's systems, for the caller alone; an empty name takes the name away. Answers the name as kept.",
  auth: 'bearer',
  form: z.object({ sn: serialNumber, name: systemName }),
  response: z.object({ name: z.nullable(z.string()) }),
  errors: ['not_found', 'too_many_attempts'],
})
