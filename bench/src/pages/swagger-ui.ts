import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { fastify } from 'fastify'
import type { Stage } from '../lib/stage.ts'

const compress = promisify(gzip)
type Document = { readonly openapi: string; readonly info: { title: string; version: string } }

/** Serves plain Swagger UI with a document, compressed, and resolves to its address. */
export async function serveSwaggerUi(document: Document, stage: Stage): Promise<string> {
  const app = fastify()
  stage.onEnd(() => app.close())
  app.addHook<Buffer | string | NodeJS.ReadableStream>('onSend', async (_, reply, payload) => {
    if (!payload) return payload
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : await buffer(payload)
    const packed = await compress(bytes, { level: 9 })
    reply.headers({ 'content-encoding': 'gzip', 'content-length': packed.length })
    return packed
  })
  const { openapi, info } = document
  await app.register(swagger, { mode: 'static', specification: { document: { openapi, info, paths: {} } } })
  await app.register(swaggerUi, { routePrefix: '/docs', transformSpecification: () => document })
  return `${await app.listen({ port: 0, host: '127.0.0.1' })}/docs`
}
