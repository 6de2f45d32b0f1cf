import { existsSync, readFileSync, unwatchFile, watchFile } from 'node:fs'
import fastifyStatic from '@fastify/static'
import { BUILD_HEADER } from '@kellersonne/contract/shared/version'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { ApiError, notFound } from './api-error.ts'
import { builtFiles } from './built-files.ts'
import { isApi } from './headers.ts'
import { pathOf } from './path.ts'
import { serviceWorker } from './worker.ts'

const ASSETS = '/assets/'
const PAGE = 'index.html'

/** A hashed file never changes; every other file is revalidated. */
const cacheFor = (path: string) =>
  path.includes(ASSETS) ? 'public, max-age=31536000, immutable' : 'no-cache'

/** Only pages need a policy, which also covers their scripts; the service worker is served separately. */
const needsPolicy = (path: string) => /\.html(?:\.|$)/.test(path)
function setFileHeaders(reply: FastifyReply, path: string) {
  reply.header('cache-control', cacheFor(path))
  if (needsPolicy(path)) return
  for (const name of ['content-security-policy', 'permissions-policy']) reply.removeHeader(name)
}

const LOOK_MS = 1000
const buildOf = (page: string) =>
  existsSync(page) ? /<html [^>]*\bdata-build="([\w-]+)"/.exec(readFileSync(page, 'utf8'))?.[1] : undefined

/**
 * Sends the portal's build id with every API response, so that outdated pages notice (SHL-06). Picks up a new build
 * installed under the running server within a second.
 */
function sendBuildHeader(app: FastifyInstance, page: string) {
  let build = buildOf(page)
  const follow = () => {
    build = buildOf(page)
  }
  watchFile(page, { interval: LOOK_MS, persistent: false }, follow)
  app.addHook('onClose', (_, done) => {
    unwatchFile(page, follow)
    done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (build !== undefined && isApi(request.url)) reply.header(BUILD_HEADER, build)
    done()
  })
}

const acceptsHtml = (accept = '*/*') => accept === '*/*' || accept.includes('text/html')
const wantsPage = ({ method, url, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') &&
  !isApi(url) &&
  !/^\/\.well-known(?:\/|$)/.test(pathOf(url)) &&
  !pathOf(url).startsWith(ASSETS) &&
  acceptsHtml(headers.accept)
const knownMethod = (app: FastifyInstance, { method }: FastifyRequest) =>
  app.supportedMethods.includes(method)

const operatorPages = {
  '/home': 'HOME_URL',
  '/contact': 'CONTACT_URL',
  '/imprint': 'IMPRINT_URL',
  '/privacy': 'PRIVACY_URL',
  '/terms': 'TERMS_URL',
} as const
export type OperatorPages = Pick<Config, (typeof operatorPages)[keyof typeof operatorPages]>

/** Redirects the operator's pages to their configured addresses, unless the portal has them itself. */
function redirectToOperator(app: FastifyInstance, config: OperatorPages) {
  for (const [path, name] of Object.entries(operatorPages)) {
    const elsewhere = config[name]
    if (elsewhere !== undefined) app.get(path, (_, reply) => reply.redirect(elsewhere, 302))
  }
}

/** Serves the files that are built, or arrive while this runs. */
async function serveFiles(app: FastifyInstance, folder: string) {
  const isBuilt = builtFiles(folder)
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    lastModified: false,
    setHeaders: setFileHeaders,
  })
  app.get('/*', async ({ url }, reply) => {
    const name = pathOf(url).slice(1) || PAGE
    return !isApi(url) && (await isBuilt(name)) ? reply.sendFile(name) : reply.callNotFound()
  })
}

/**
 * Serves the portal's built files from `folder`. Any other path that accepts a page gets the portal, which does its
 * own routing, unless the operator has that page elsewhere. Everything else is not found.
 */
export async function portal(app: FastifyInstance, folder: string, config: OperatorPages): Promise<void> {
  redirectToOperator(app, config)
  const built = existsSync(`${folder}/${PAGE}`)
  if (built) {
    sendBuildHeader(app, `${folder}/${PAGE}`)
    serviceWorker(app, folder)
    await serveFiles(app, folder)
  }
  app.setNotFoundHandler((request, reply) => {
    if (built && wantsPage(request)) return reply.sendFile(PAGE)
    throw knownMethod(app, request) ? notFound : new ApiError('method_not_allowed')
  })
}
