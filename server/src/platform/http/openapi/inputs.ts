import type { Endpoint } from '@kellersonne/contract/shared/endpoint'
import type { Description, Example, Fields, NamedEndpoint } from './description.ts'
import type { JsonSchema, SchemaWriter } from './schemas.ts'

const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'

/** Looks up what a field of an endpoint means. */
const meaningOf = (endpoint: string, field: string, inputs: Fields) => {
  const description = inputs[`${endpoint}.${field}`] ?? inputs[field]
  return description !== undefined && { description }
}

function parametersIn(
  place: 'path' | 'query',
  fields: Endpoint['query'],
  { name: endpoint }: NamedEndpoint,
  { inputs, examples }: Description,
  { schemaOf }: SchemaWriter,
) {
  if (!fields) return []
  const request = examples[endpoint]?.request ?? {}
  const { properties = {}, required = [] } = schemaOf(fields, 'input')
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...meaningOf(endpoint, name, inputs),
    schema,
    ...(name in request && { example: request[name] }),
  }))
}

/** Parameters that endpoints share. */
export const sharedParameters = {
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The `ETag` of the answer that the caller has.',
    schema: { type: 'string' },
  },
}

/** Returns the parameters of an endpoint's path and query. */
export const parametersOf = (named: NamedEndpoint, description: Description, writer: SchemaWriter) => [
  ...parametersIn('path', named.endpoint.params, named, description, writer),
  ...parametersIn('query', named.endpoint.query, named, description, writer),
  ...(named.endpoint.cached ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
]

const required = (types: readonly string[], schema: JsonSchema, example?: Example['request']) => ({
  required: true,
  content: Object.fromEntries(types.map((type) => [type, { schema, ...(example && { example }) }])),
})

const formTypes = { only: [MULTIPART], accepted: [FORM, MULTIPART] }

/** Returns the body of an endpoint's requests; undefined if they have none. */
export function bodyOf(
  { name, endpoint: { form, upload, multipart } }: NamedEndpoint,
  { inputs, examples }: Description,
  { schemaOf }: SchemaWriter,
) {
  if (upload) {
    const file: JsonSchema = { type: 'string', format: 'binary', ...meaningOf(name, upload.field, inputs) }
    const properties = { [upload.field]: file }
    return required([MULTIPART], { type: 'object', properties, required: [upload.field] })
  }
  if (!form) return undefined
  const { properties = {}, ...rest } = schemaOf(form, 'input')
  const described = Object.entries(properties).map(([field, schema]) => [
    field,
    typeof schema === 'object' ? { ...schema, ...meaningOf(name, field, inputs) } : schema,
  ])
  const schema = { ...rest, properties: Object.fromEntries(described) }
  const request = examples[name]?.request
  const example =
    request && Object.fromEntries(Object.entries(request).filter(([field]) => field in form.shape))
  return required(multipart ? formTypes[multipart] : [FORM], schema, example)
}
