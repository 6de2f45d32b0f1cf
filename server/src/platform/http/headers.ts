import { deniedFeatures } from '@kellersonne/contract/shared/permissions'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { fitToOwnScripts } from './own-scripts.ts'
import { pathOf } from './path.ts'

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
const apiHeaders = {
  ...always,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  // The only policy; it checks the URL of the service worker (web/src/platform/program/serviceWorker.ts).
  'trusted-types service-worker',
]
/** Allows reading the code on a sticker, and copying a receipt's hash. */
const PAGE_PERMISSIONS = `${deniedFeatures}, camera=(self), clipboard-write=(self)`
/** Allows nothing: the API's page has no scripts. */
export const DOCS_PERMISSIONS = `${deniedFeatures}, camera=(), clipboard-write=()`
/** Scripts may call us and these origins. */
const portalHeaders = (origins: readonly string[] = []) => ({
  ...always,
  'content-security-policy': [...policy, ["connect-src 'self'", ...origins].join(' ')].join('; '),
  'permissions-policy': PAGE_PERMISSIONS,
})
const TWO_YEARS_S = 63_072_000

/** True for URLs of the API or the units, which never serve a page. */
export const isApi = (url: string) => /^\/(?:api|default)(?:\/|$)/.test(pathOf(url))

export const setHeaders = (url: string, reply: FastifyReply, page = portalHeaders()) =>
  reply.headers(isApi(url) ? apiHeaders : page)

/** Sets security headers on every response of the server at `url`. `origins`: further origins that pages may call. */
export function securityHeaders(app: FastifyInstance, url: string, origins: readonly string[] = []): void {
  const page = portalHeaders(origins)
  // Behind an untrusted proxy, requests seem to come without TLS; browsers ignore the header unless sent over TLS.
  const isPublic = new URL(url).protocol === 'https:'
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(request.url, reply, page).header('x-request-id', request.id)
    if (isPublic || request.protocol === 'https') {
      reply.header('strict-transport-security', `max-age=${TWO_YEARS_S}; includeSubDomains`)
    }
    done()
  })
  fitToOwnScripts(app)
}
