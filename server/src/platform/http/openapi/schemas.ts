import { serialNumber } from '@kellersonne/contract/systems/systems'
import { SERIAL_NUMBER } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'
import type { Fields, NamedSchemas } from './description.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema
type Override = NonNullable<z.core.ToJSONSchemaParams['override']>

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Schemas without an object of the contract: each of its date-times is one of its own. */
const scalars = {
  DateTime: {
    type: 'string',
    format: 'date-time',
    description: 'An instant in UTC (RFC 3339): `2026-06-18T09:42:10.000Z`.',
  },
  SerialNumber: {
    type: 'string',
    pattern: SERIAL_NUMBER.source,
    description: 'Serial number of a storage unit: digits, or capital letters.',
  },
} as const satisfies Record<string, JsonSchema>

const shorten: Override = ({ jsonSchema }) => {
  if (jsonSchema.format === 'date-time') {
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
    jsonSchema.$ref = reference('DateTime').$ref
  }
  // What every integer of JavaScript keeps to says nothing of this one.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

const childrenOf = ({ items, additionalProperties, anyOf = [], oneOf = [] }: JsonSchema) =>
  [items, additionalProperties, ...anyOf, ...oneOf]
    .flat()
    .filter((child): child is JsonSchema => typeof child === 'object')

/** Adds to each field what it means; `fields` are dotted paths, in which lists and maps count for nothing. */
function describe(node: JsonSchema, fields: Fields, above: string): void {
  for (const [name, field] of Object.entries(node.properties ?? {})) {
    if (typeof field !== 'object') continue
    const path = above + name
    describe(field, fields, `${path}.`)
    const description = fields[path]
    if (description !== undefined) field.description = description
  }
  for (const child of childrenOf(node)) describe(child, fields, above)
}

/** Converts schemas of the contract to JSON Schema, in which the named ones are references. */
export function schemaWriter(named: NamedSchemas) {
  const names = z.registry<{ id: string }>()
  for (const [id, { schema }] of Object.entries(named)) names.add(schema, { id })

  function convert(schema: z.ZodMiniType, io: 'input' | 'output') {
    const { $schema, ...json } = z.toJSONSchema(schema, {
      io,
      metadata: names,
      override: shorten,
      unrepresentable: ({ zodSchema }) => (zodSchema === serialNumber ? reference('SerialNumber') : 'throw'),
    })
    const moved: JsonSchema = JSON.parse(JSON.stringify(json).replaceAll('#/$defs/', reference('').$ref))
    return moved
  }

  return {
    /** Returns a schema; `fields` describe what is in no named one. */
    schemaOf(schema: z.ZodMiniType, io: 'input' | 'output', fields: Fields = {}): JsonSchema {
      const { $defs, ...root } = convert(schema, io)
      describe(root, fields, '')
      return root
    },
    /** Returns the named schemas with their descriptions. */
    components(): Record<string, JsonSchema> {
      const written = Object.entries(named).map(([name, { schema, description, fields }]) => {
        const { id, ...component } = convert(schema, 'output').$defs?.[name] ?? {}
        describe(component, fields, '')
        return [name, { description, ...component }]
      })
      return { ...scalars, ...Object.fromEntries(written) }
    },
  }
}
export type SchemaWriter = ReturnType<typeof schemaWriter>
