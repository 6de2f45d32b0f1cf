import { brokenRules } from '@kellersonne/contract/shared/faults'
import * as z from 'zod/mini'
import { Refusal } from './refusal.ts'

const received = z.record(z.string(), z.union([z.string(), z.array(z.string())]))
type Received = z.output<typeof received>

/** PostgreSQL stores no NUL, and nobody types one. */
const holdsNul = (value: Received[string]) => [value].flat().some((text) => text.includes('\0'))

/**
 * What a query or a form says, by its schema; fields it does not name are ignored, and one given twice is an
 * array. Throws a Refusal that names every bad field and the rule it breaks.
 */
export function parseInput<S extends z.ZodMiniObject>(schema: S, raw: unknown): z.output<S> {
  const values = received.parse(raw ?? {})
  const nul = Object.entries(values).filter(([, value]) => holdsNul(value))
  if (nul.length > 0) {
    throw new Refusal('input_invalid', { fields: Object.fromEntries(nul.map(([name]) => [name, 'format'])) })
  }
  const read = schema.safeParse(values)
  if (read.success) return read.data
  throw new Refusal('input_invalid', { fields: brokenRules(read.error.issues, values) })
}

/** What a path says, by its schema. Throws not_found where it says nothing that could be there. */
export function parseParams<S extends z.ZodMiniObject>(schema: S, raw: unknown): z.output<S> {
  const read = schema.safeParse(raw)
  if (read.success) return read.data
  throw new Refusal('not_found')
}
