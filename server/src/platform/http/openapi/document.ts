import { problem } from '@kellersonne/contract/shared/errors'
import { answersOf } from './answers.ts'
import type { Description, NamedEndpoint } from './description.ts'
import { bodyOf, parametersOf } from './inputs.ts'
import { schemaOf } from './schemas.ts'

function operationOf(named: NamedEndpoint, { inputs }: Description) {
  const { name, domain, endpoint } = named
  const parameters = parametersOf(named, inputs)
  const requestBody = bodyOf(named, inputs)
  return {
    operationId: name,
    tags: [domain],
    summary: endpoint.summary,
    security: endpoint.auth === 'bearer' ? [{ bearer: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: answersOf(endpoint),
  }
}

function pathsOf(description: Description) {
  const byPath = Map.groupBy(description.endpoints, ({ endpoint }) => endpoint.path)
  return Object.fromEntries(
    [...byPath].map(([path, calls]) => [
      path,
      Object.fromEntries(
        calls.map((call) => [call.endpoint.method.toLowerCase(), operationOf(call, description)]),
      ),
    ]),
  )
}

/** Generates the OpenAPI 3.1 document (API-13). */
export const openApi = (description: Description) => ({
  openapi: '3.1.0' as const,
  info: {
    title: 'Kellersonne',
    version: '1.0.0',
    description: description.introduction,
    license: { name: 'None has been chosen yet: all rights are reserved.' },
  },
  servers: [{ url: description.origin, description: 'The main service.' }],
  tags: Object.entries(description.domains).map(([name, covers]) => ({ name, description: covers })),
  paths: pathsOf(description),
  components: {
    schemas: { Problem: schemaOf(problem, 'output') },
    securitySchemes: {
      bearer: {
        type: 'http' as const,
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'The access token of signing in or refreshing. It is valid for ten minutes.',
      },
    },
  },
})
export type OpenApi = ReturnType<typeof openApi>
