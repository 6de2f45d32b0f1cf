import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { PERMISSIONS } from '../headers.ts'
import type { Api } from '../mount.ts'
import { openApi } from './openapi.ts'

const DOCS = '/api/docs'
// Trusted Types cannot be asked for: Swagger UI sets innerHTML where it draws itself. Nothing here is an owner's.
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

/** Serves the API's description, for programs and for people. To be called when all is mounted. */
export async function docs({ app, mounted }: Api): Promise<void> {
  const document = openApi(mounted)
  const json = JSON.stringify(document)
  app.get(`${DOCS}/openapi.json`, (_, reply) => reply.type('application/json; charset=utf-8').send(json))
  // What is shown is our document; this one only satisfies a plug-in that knows no newer schemas.
  const shell = { openapi: document.openapi, info: document.info, paths: {} }
  await app.register(swagger, { mode: 'static', specification: { document: shell } })
  await app.register(swaggerUi, {
    routePrefix: DOCS,
    staticCSP: policy.join('; '),
    uiHooks: {
      onRequest: (_, reply, done) => {
        reply.header('permissions-policy', PERMISSIONS)
        done()
      },
    },
    transformSpecification: () => document,
    transformSpecificationClone: false,
    uiConfig: { layout: 'BaseLayout' },
  })
}
