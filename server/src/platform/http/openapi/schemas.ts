import { serialNumber } from '@kellersonne/contract/systems/systems'
import { SERIAL_NUMBER } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** Returns a schema of the contract as JSON Schema. */
export function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: ({ zodSchema }) =>
      zodSchema === serialNumber ? { type: 'string', pattern: SERIAL_NUMBER.source } : 'throw',
  })
  return rest
}
