import type * as z from 'zod/mini'
import { type FieldRule, fieldRules } from './errors.ts'

type Fields = Readonly<Record<string, string | readonly string[]>>

/** One of a field that is repeated, or the field. */
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
 * Every field of a query or a form that its schema refuses and the rule it breaks, the first of several; one of
 * a repeated field by its place (`sn.1`).
 */
export const brokenRules = (issues: readonly z.core.$ZodIssue[], fields: Fields) =>
  Object.fromEntries(
    issues
      .toReversed()
      .map((issue) => [issue.path.join('.'), ruleOf(issue, valueAt(fields, issue.path))] as const),
  )
