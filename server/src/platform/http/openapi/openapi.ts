import type { Endpoint } from '@kellersonne/contract/shared/endpoint'
import { type ErrorCode, errors, problem } from '@kellersonne/contract/shared/errors'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { SERIAL_NUMBER } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'
import { PROBLEM } from '../api-error.ts'

const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'
const JSON_TYPE = 'application/json'
const STREAM = 'text/event-stream'

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output') {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: ({ zodSchema }) =>
      zodSchema === serialNumber ? { type: 'string', pattern: SERIAL_NUMBER.source } : 'throw',
  })
  return rest
}

/** Returns all error codes of an endpoint: its own, and those implied by its method, authentication and input. */
const errorsOf = ({ method, auth, query, form, upload, errors: own }: Endpoint): Set<ErrorCode> =>
  new Set<ErrorCode>([
    ...(query || form || upload ? (['input_invalid'] as const) : []),
    ...(form || upload ? (['payload_too_large', 'media_type_unsupported'] as const) : []),
    ...(auth === 'bearer' ? (['session_required'] as const) : []),
    ...(method === 'POST' ? (['origin_denied'] as const) : []),
    ...own,
    'internal',
    'unavailable',
  ])

function problemsOf(endpoint: Endpoint) {
  const byStatus = Map.groupBy(errorsOf(endpoint), (code) => errors[code])
  return [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.join(', '),
      content: { [PROBLEM]: { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ])
}

function parametersIn(place: 'path' | 'query', fields: Endpoint['query']) {
  if (!fields) return []
  const { properties = {}, required = [] } = schemaOf(fields, 'input')
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema,
  }))
}

function bodyOf({ form, upload }: Endpoint) {
  const file = upload && {
    type: 'object' as const,
    properties: { [upload.field]: { type: 'string' as const, format: 'binary' } },
    required: [upload.field],
  }
  if (file) return { requestBody: { required: true, content: { [MULTIPART]: { schema: file } } } }
  return form && { requestBody: { required: true, content: { [FORM]: { schema: schemaOf(form, 'input') } } } }
}

function operationOf(endpoint: Endpoint) {
  const { summary, auth, response, stream, download, also } = endpoint
  const answer = {
    description: stream ? 'Server-sent events; this is what their data carries.' : 'The answer.',
    content: { [download ?? (stream ? STREAM : JSON_TYPE)]: { schema: schemaOf(response, 'output') } },
  }
  const parameters = [...parametersIn('path', endpoint.params), ...parametersIn('query', endpoint.query)]
  return {
    summary,
    security: auth === 'bearer' ? [{ bearer: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(endpoint),
    responses: {
      200: answer,
      ...Object.fromEntries(problemsOf(endpoint)),
      ...(also && { [also]: answer }),
    },
  }
}

function pathsOf(endpoints: readonly Endpoint[]) {
  const byPath = Map.groupBy(endpoints, ({ path }) => path)
  return Object.fromEntries(
    [...byPath].map(([path, calls]) => [
      path,
      Object.fromEntries(calls.map((call) => [call.method.toLowerCase(), operationOf(call)])),
    ]),
  )
}

/** Generates the OpenAPI 3.1 description from the endpoints alone (API-13). */
export const openApi = (endpoints: readonly Endpoint[]) => ({
  openapi: '3.1.0' as const,
  info: { title: 'Kellersonne', version: '1.0.0', description: 'What the portal asks the main service.' },
  paths: pathsOf(endpoints),
  components: {
    schemas: { Problem: schemaOf(problem, 'output') },
    securitySchemes: { bearer: { type: 'http' as const, scheme: 'bearer', bearerFormat: 'JWT' } },
  },
})
