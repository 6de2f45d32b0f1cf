import type { FastifyInstance, FastifyReply } from 'fastify'

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
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
]
const portalHeaders = { ...always, 'content-security-policy': policy.join('; ') }
const TWO_YEARS_S = 63_072_000

/** Whether a path is the API's, where nothing is ever a page. */
export const isApi = (url: string) => /^\/api(?:[/?]|$)/.test(url)

export const setHeaders = (url: string, reply: FastifyReply) =>
  reply.headers(isApi(url) ? apiHeaders : portalHeaders)

/** Security headers on every answer. */
export function securityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(request.url, reply).header('x-request-id', request.id)
    if (request.protocol === 'https') {
      reply.header('strict-transport-security', `max-age=${TWO_YEARS_S}; includeSubDomains`)
    }
    done()
  })
}
