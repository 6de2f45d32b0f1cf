import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { DOCS_PERMISSIONS } from '../headers.ts'
import type { OpenApi } from './document.ts'

const DOCS = '/api/docs'
// Cannot require Trusted Types: Swagger UI sets innerHTML to render itself. No owner's data is shown here.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
]

/** Serves the description of the API, as JSON and as pages. */
export async function docs(app: FastifyInstance, document: OpenApi): Promise<void> {
  const json = JSON.stringify(document)
  app.get(`${DOCS}/openapi.json`, (_, reply) => reply.type('application/json; charset=utf-8').send(json))
  // The pages show our document; this one only satisfies a plug-in that supports no newer schemas.
  const shell = { openapi: document.openapi, info: document.info, paths: {} }
  await app.register(swagger, { mode: 'static', specification: { document: shell } })
  await app.register(swaggerUi, {
    routePrefix: DOCS,
    staticCSP: policy.join('; '),
    uiHooks: {
      onRequest: (_, reply, done) => {
        reply.header('permissions-policy', DOCS_PERMISSIONS)
        done()
      },
    },
    transformSpecification: () => document,
    uiConfig: { layout: 'BaseLayout' },
  })
}
