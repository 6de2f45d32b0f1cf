import { serialNumber } from '@kellersonne/contract/systems/systems'
import { MAX_VERSIONS, statePayload } from '@kellersonne/contract/telemetry/device'
import { SERIAL_NUMBER } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'
import type { Field, Message } from './message.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema
type Override = NonNullable<z.core.ToJSONSchemaParams['override']>

/** Draft 7 is what AsyncAPI and most tools for small devices understand. */
const TARGET = 'draft-07'

/** Writes what a refinement judges, which JSON Schema can say but zod does not. */
const refined: Override = ({ zodSchema, jsonSchema }) => {
  if (zodSchema === statePayload.shape.versions)
    for (const branch of jsonSchema.anyOf ?? [jsonSchema])
      if (branch.type === 'object') branch.maxProperties = MAX_VERSIONS
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

const serial = { type: 'string', pattern: SERIAL_NUMBER.source } as const

/** The fields of a schema by their paths, through lists and maps, and past `null`. */
export function fieldsOf(node: JsonSchema, above = ''): [path: string, schema: JsonSchema][] {
  const own = Object.entries(node.properties ?? {}).flatMap(([name, schema]) => {
    const path = above === '' ? name : `${above}.${name}`
    return typeof schema === 'object'
      ? [[path, schema] as [string, JsonSchema], ...fieldsOf(schema, path)]
      : []
  })
  const below = [
    ...[node.items].flat().map((schema) => [`${above}[]`, schema] as const),
    [`${above}.*`, node.additionalProperties] as const,
  ].flatMap(([path, schema]) => {
    if (typeof schema !== 'object' || Object.keys(schema).length === 0) return []
    const inside = fieldsOf(schema, path)
    // The list or map itself says what its objects are.
    return inside.length > 0 ? inside : [[path, schema] as [string, JsonSchema]]
  })
  const branches = (node.anyOf ?? []).filter((branch) => typeof branch === 'object')
  return [...own, ...below, ...branches.flatMap((branch) => fieldsOf(branch, above))]
}

function describe(schema: JsonSchema, { meaning, unit, example }: Field) {
  schema.description = unit ? `${meaning} Unit: ${unit}.` : meaning
  schema.examples = [example]
}

/** Converts a message's schema, with what its fields mean. */
export function schemaOf({ title, summary, schema, io, fields, examples }: Message): JsonSchema {
  const { $schema, ...json }: JsonSchema = z.toJSONSchema(schema, {
    io,
    target: TARGET,
    override: refined,
    unrepresentable: ({ zodSchema }) => (zodSchema === serialNumber ? serial : 'throw'),
  })
  for (const [path, node] of fieldsOf(json)) {
    const field = fields[path]
    if (field) describe(node, field)
  }
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title,
    description: summary,
    ...json,
    examples: [...examples],
  }
}
