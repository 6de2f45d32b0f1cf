import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isApi } from './headers.ts'
import { Refusal } from './refusal.ts'

const ASSETS = '/assets/'

/** A hashed file is never another one; every other is asked for again. */
const cacheFor = (path: string) =>
  path.includes(ASSETS) ? 'public, max-age=31536000, immutable' : 'no-cache'

const acceptsHtml = (accept = '*/*') => accept === '*/*' || accept.includes('text/html')
const wantsPage = ({ method, url, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') &&
  !isApi(url) &&
  !url.startsWith(ASSETS) &&
  acceptsHtml(headers.accept)
const knownMethod = (app: FastifyInstance, { method }: FastifyRequest) =>
  app.supportedMethods.includes(method)

/**
 * Serves the portal's built files from `folder`; any address that wants a page and is no file gets the portal,
 * which knows its own routes. Everything else is not found.
 */
export async function portal(app: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(`${folder}/index.html`)
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => reply.header('cache-control', cacheFor(path)),
    })
  }
  app.setNotFoundHandler((request, reply) => {
    if (built && wantsPage(request)) return reply.sendFile('index.html')
    throw new Refusal(knownMethod(app, request) ? 'not_found' : 'method_not_allowed')
  })
}
