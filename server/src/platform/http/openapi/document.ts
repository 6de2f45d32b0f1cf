import type { Endpoint } from '@kellersonne/contract/shared/endpoint'
import { answersOf, headers, sharedAnswers } from './answers.ts'
import type { Description, NamedEndpoint } from './description.ts'
import { bodyOf, parametersOf, sharedParameters } from './inputs.ts'
import { problemExamples } from './problems.ts'
import { type SchemaWriter, schemaWriter } from './schemas.ts'

const securityOf = { bearer: [{ bearer: [] }], cookie: [{ cookie: [] }], none: [] }

function operationOf(named: NamedEndpoint, description: Description, writer: SchemaWriter) {
  const { name, domain, endpoint } = named
  const parameters = parametersOf(named, description, writer)
  const details = description.details[name]
  const requestBody = bodyOf(named, description, writer)
  return {
    operationId: name,
    tags: [domain],
    summary: endpoint.summary,
    ...(details && { description: details }),
    security: securityOf[endpoint.auth],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: answersOf(named, description, writer),
  }
}

/** Returns an endpoint's path below its server: both services have a path of the same name. */
function pathOf({ auth, path }: Endpoint, { servers }: Description) {
  return auth === 'cookie' ? path.slice(new URL(servers.updates).pathname.length) : path
}

function pathsOf(description: Description, writer: SchemaWriter) {
  const byPath = Map.groupBy(description.endpoints, ({ endpoint }) => pathOf(endpoint, description))
  const updates = [{ url: description.servers.updates, description: 'The update service.' }]
  return Object.fromEntries(
    [...byPath].map(([path, calls]) => [
      path,
      {
        ...(calls.every(({ endpoint }) => endpoint.auth === 'cookie') && { servers: updates }),
        ...Object.fromEntries(
          calls.map((call) => [call.endpoint.method.toLowerCase(), operationOf(call, description, writer)]),
        ),
      },
    ]),
  )
}

/** Generates the OpenAPI 3.1 document (API-13). */
export function openApi(description: Description) {
  const writer = schemaWriter(description.schemas)
  return {
    openapi: '3.1.0' as const,
    info: {
      title: 'Kellersonne',
      version: '1.0.0',
      description: description.introduction,
      license: { name: 'No licence has been chosen yet: all rights are reserved.' },
    },
    servers: [{ url: description.servers.main, description: 'The main service.' }],
    tags: Object.entries(description.domains).map(([name, covers]) => ({ name, description: covers })),
    paths: pathsOf(description, writer),
    components: {
      schemas: writer.components(),
      examples: problemExamples(description.endpoints.map(({ endpoint }) => endpoint)),
      responses: sharedAnswers,
      headers,
      parameters: sharedParameters,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: description.accessToken },
        cookie: { type: 'apiKey', in: 'cookie', ...description.cookie },
      } as const,
    },
  }
}
export type OpenApi = ReturnType<typeof openApi>
