import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { DOCS_PERMISSIONS } from '../headers.ts'
import type { Api } from '../mount.ts'
import { openApi } from './openapi.ts'

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

/** Serves the API description, as JSON and as pages. Must be called after everything is mounted. */
export async function docs({ app, mounted }: Api): Promise<void> {
  const document = openApi(mounted)
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
