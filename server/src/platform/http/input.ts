import type { FieldRule } from '@kellersonne/contract/shared/errors'
import { fieldErrors } from '@kellersonne/contract/shared/faults'
import * as z from 'zod/mini'
import { ApiError } from './api-error.ts'

const received = z.union([z.string(), z.array(z.string())])
type Received = z.output<typeof received>

/** PostgreSQL stores no NUL, and nobody types one. */
const holdsNul = (value: Received) => [value].flat().some((text) => text.includes('\0'))

/** Longer than any text of the contract. Rules are judged also where a text is too long, and some take time with its square. */
const LONGEST_TEXT = 5000
const isTooLong = (value: Received) => [value].flat().some((text) => text.length > LONGEST_TEXT)

/** Picks the fields that a schema names, without iterating over the others, of which there may be thousands. */
function fieldsOf(schema: z.ZodMiniObject, raw: unknown): Record<string, Received> {
  const given = new Map<string, unknown>()
  if (typeof raw === 'object' && raw !== null)
    for (const name of Object.keys(schema.shape))
      if (Object.hasOwn(raw, name)) given.set(name, Reflect.get(raw, name))
  return Object.fromEntries([...given].map(([name, value]) => [name, received.parse(value)]))
}

/**
 * Parses a query or a form by its schema; a repeated field is an array, unknown fields are ignored. Throws `ApiError`
 * naming every invalid field and the rule it breaks.
 */
export function parseInput<S extends z.ZodMiniObject>(schema: S, raw: unknown): z.output<S> {
  const values = fieldsOf(schema, raw)
  const faults = Object.entries(values).flatMap(([name, value]): [string, FieldRule][] =>
    isTooLong(value) ? [[name, 'too_long']] : holdsNul(value) ? [[name, 'format']] : [],
  )
  if (faults.length > 0) throw new ApiError('input_invalid', { fields: Object.fromEntries(faults) })
  const read = schema.safeParse(values)
  if (read.success) return read.data
  throw new ApiError('input_invalid', { fields: fieldErrors(read.error.issues, values) })
}

/** Parses path parameters by their schema. Throws `ApiError` not_found if they are invalid. */
export function parseParams<S extends z.ZodMiniObject>(schema: S, raw: unknown): z.output<S> {
  const read = schema.safeParse(raw)
  if (read.success) return read.data
  throw new ApiError('not_found')
}
