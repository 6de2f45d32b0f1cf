import { type FieldRule, fieldRules } from '@kellersonne/contract/errors'
import * as z from 'zod/mini'
import { Refusal } from './refusal.ts'

const received = z.record(z.string(), z.union([z.string(), z.array(z.string())]))
type Received = z.output<typeof received>

/** PostgreSQL stores no NUL, and nobody types one. */
const holdsNul = (value: Received[string]) => [value].flat().some((text) => text.includes('\0'))

function ruleOf(issue: z.core.$ZodIssue, value: Received[string] | undefined): FieldRule {
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
      return fieldRules.find((rule) => rule === issue.message) ?? 'format'
    default:
      return 'format'
  }
}

/** One of a field that is repeated, or the field. */
const valueAt = (values: Received, [name, index]: readonly PropertyKey[]) => {
  const value = values[String(name ?? '')]
  return typeof index === 'number' ? [value].flat()[index] : value
}

const invalid = (fields: [string, FieldRule][]) =>
  new Refusal('input_invalid', { fields: Object.fromEntries(fields) })

/**
 * What a query or a form says, by its schema; fields it does not name are ignored, and one given twice is an
 * array. Throws a Refusal that names every bad field and the rule it breaks,
 * one of a repeated field by its place (`sn.1`).
 */
export function parseInput<S extends z.ZodMiniObject>(schema: S, raw: unknown): z.output<S> {
  const values = received.parse(raw ?? {})
  const nul = Object.entries(values).filter(([, value]) => holdsNul(value))
  if (nul.length > 0) throw invalid(nul.map(([name]) => [name, 'format']))
  const read = schema.safeParse(values)
  if (read.success) return read.data
  throw invalid(
    read.error.issues.map((issue) => {
      const name = issue.path.join('.')
      return [name, ruleOf(issue, valueAt(values, issue.path))]
    }),
  )
}
