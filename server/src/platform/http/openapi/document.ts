import type { Endpoint } from '@kellersonne/contract/shared/endpoint'
import { problem } from '@kellersonne/contract/shared/errors'
import { answersOf, headers, sharedAnswers } from './answers.ts'
import type { Description, NamedEndpoint } from './description.ts'
import { bodyOf, parametersOf, sharedParameters } from './inputs.ts'
import { schemaOf } from './schemas.ts'

const securityOf = { bearer: [{ bearer: [] }], cookie: [{ cookie: [] }], none: [] }

function operationOf(named: NamedEndpoint, { inputs, settingCookie }: Description) {
  const { name, domain, endpoint } = named
  const parameters = parametersOf(named, inputs)
  const requestBody = bodyOf(named, inputs)
  return {
    operationId: name,
    tags: [domain],
    summary: endpoint.summary,
    security: securityOf[endpoint.auth],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: answersOf(endpoint, settingCookie.has(endpoint)),
  }
}

/** Returns an endpoint's path below its server: both services have a path of the same name. */
function pathOf({ auth, path }: Endpoint, { servers }: Description) {
  return auth === 'cookie' ? path.slice(new URL(servers.updates).pathname.length) : path
}

function pathsOf(description: Description) {
  const byPath = Map.groupBy(description.endpoints, ({ endpoint }) => pathOf(endpoint, description))
  const updates = [{ url: description.servers.updates, description: 'The update service.' }]
  return Object.fromEntries(
    [...byPath].map(([path, calls]) => [
      path,
      {
        ...(calls.every(({ endpoint }) => endpoint.auth === 'cookie') && { servers: updates }),
        ...Object.fromEntries(
          calls.map((call) => [call.endpoint.method.toLowerCase(), operationOf(call, description)]),
        ),
      },
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
  servers: [{ url: description.servers.main, description: 'The main service.' }],
  tags: Object.entries(description.domains).map(([name, covers]) => ({ name, description: covers })),
  paths: pathsOf(description),
  components: {
    schemas: { Problem: schemaOf(problem, 'output') },
    responses: sharedAnswers,
    headers,
    parameters: sharedParameters,
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: description.accessToken },
      cookie: { type: 'apiKey', in: 'cookie', ...description.cookie },
    } as const,
  },
})
export type OpenApi = ReturnType<typeof openApi>
