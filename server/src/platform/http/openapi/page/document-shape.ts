import * as z from 'zod/mini'
import type { JsonSchema } from '../schemas.ts'

const schema = z.custom<JsonSchema>((value) => typeof value === 'object' && value !== null)
const reference = z.object({ $ref: z.string() })
const parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean(),
  description: z._default(z.string(), ''),
  schema,
  example: z.optional(z.string()),
})
const problem = z.union([reference, z.object({ value: z.unknown() })])
const content = z.record(
  z.string(),
  z.object({
    schema,
    example: z.optional(z.unknown()),
    examples: z.optional(z.record(z.string(), problem)),
  }),
)
/** Fields of a form as they were once sent. */
const form = z.record(
  z.string(),
  z.object({
    schema,
    example: z.optional(z.record(z.string(), z.union([z.string(), z.array(z.string())]))),
  }),
)
const answer = z.object({
  description: z.string(),
  headers: z.optional(z.record(z.string(), z.unknown())),
  content: z.optional(content),
})
const operation = z.object({
  operationId: z.string(),
  tags: z.tuple([z.string()]),
  summary: z.string(),
  description: z.optional(z.string()),
  security: z.array(z.record(z.string(), z.unknown())),
  parameters: z.optional(z.array(z.union([reference, parameter]))),
  requestBody: z.optional(z.object({ content: form })),
  responses: z.record(z.string(), z.union([reference, answer])),
})
export type Operation = z.output<typeof operation>
export type Parameter = z.output<typeof parameter>
export type ShownAnswer = z.output<typeof answer>

/** What the page shows of the API's document. */
export const documentShape = z.object({
  info: z.object({ title: z.string(), description: z.string() }),
  servers: z.array(z.object({ url: z.string(), description: z.string() })),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(
    z.string(),
    z.catchall(z.object({ servers: z.optional(z.array(z.object({ url: z.string() }))) }), operation),
  ),
  components: z.object({
    schemas: z.record(z.string(), schema),
    parameters: z.record(z.string(), parameter),
    responses: z.record(z.string(), answer),
    headers: z.record(z.string(), z.object({ description: z.string() })),
    examples: z.record(z.string(), z.object({ value: z.unknown() })),
    securitySchemes: z.record(z.string(), z.object({ description: z.string() })),
  }),
})
export type Shape = z.output<typeof documentShape>
