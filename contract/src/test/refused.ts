import type * as z from 'zod/mini'
import { fieldErrors } from '../shared/faults.ts'

type Fields = Parameters<typeof fieldErrors>[1]

/** Returns the rejected fields and the rule each breaks, as in the response; empty if all are valid. */
export function refused(schema: z.ZodMiniType, fields: Fields) {
  const read = schema.safeParse(fields)
  return read.success ? {} : fieldErrors(read.error.issues, fields)
}

/** Returns the rule that one field breaks, whatever the others do; undefined if it is valid. */
export const ruleOf = (schema: z.ZodMiniType, field: string, value: Fields[string]) =>
  refused(schema, { [field]: value })[field]

/** The same for a value of `length` characters. */
export const ruleAt = (schema: z.ZodMiniType, field: string, length: number) =>
  ruleOf(schema, field, 'x'.repeat(length))
