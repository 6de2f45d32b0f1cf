import type * as z from 'zod/mini'
import { brokenRules } from '../shared/faults.ts'

type Fields = Parameters<typeof brokenRules>[1]

/** Which fields are refused and the rule each breaks, as the answer says it; nothing where all is well. */
export function refused(schema: z.ZodMiniType, fields: Fields) {
  const read = schema.safeParse(fields)
  return read.success ? {} : brokenRules(read.error.issues, fields)
}

/** The rule that one field breaks, whatever the others do; undefined where it is taken. */
export const ruleOf = (schema: z.ZodMiniType, field: string, value: Fields[string]) =>
  refused(schema, { [field]: value })[field]

/** The same of a field with so many characters. */
export const ruleAt = (schema: z.ZodMiniType, field: string, length: number) =>
  ruleOf(schema, field, 'x'.repeat(length))
