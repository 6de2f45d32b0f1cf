import type * as z from 'zod/mini'
import { type FieldRule, fieldRules } from './errors.ts'

type Fields = Readonly<Record<string, string | readonly string[]>>

/** Returns one value of a repeated field, or the field's only value. */
const valueAt = (fields: Fields, [name, index]: readonly PropertyKey[]) => {
  const value = fields[String(name)]
  return typeof index === 'number' ? [value].flat()[index] : value
}

function ruleOf(issue: z.core.$ZodIssue, value: Fields[string] | undefined): FieldRule {
  if (value === undefined || value === '') return 'required'
  switch (issue.code) {
    case 'invalid_type':
      return 'type'
    case 'too_small':
      return issue.origin === 'string' ? 'too_short' : 'too_small'
    case 'too_big':
      return issue.origin === 'string' ? 'too_long' : 'too_big'
    case 'invalid_value':
      return Array.isArray(value) ? 'type' : 'unknown'
    case 'custom':
      return fieldRules.find((name) => name === issue.message) ?? 'format'
    default:
      return 'format'
  }
}

/**
 * Returns each field of a query or a form that its schema rejects, with the first rule it breaks; values of a
 * repeated field by index (`sn.1`).
 */
export const fieldErrors = (issues: readonly z.core.$ZodIssue[], fields: Fields) =>
  Object.fromEntries(
    issues
      .toReversed()
      .map((issue) => [issue.path.join('.'), ruleOf(issue, valueAt(fields, issue.path))] as const),
  )
