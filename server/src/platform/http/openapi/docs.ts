import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { acceptsGzip } from '../cached.ts'
import { DOCS_PERMISSIONS } from '../headers.ts'
import type { OpenApi } from './document.ts'
import type { GuideStep } from './page/guide.ts'
import { renderPage } from './page/page.ts'

const DOCS = '/api/docs'
const compress = promisify(gzip)
const LEVEL = 9
/** The page needs no script and calls nothing. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/** Returns `work` that runs at its first call only. */
function once<T>(work: () => T): () => T {
  let done: { readonly value: T } | undefined
  return () => {
    done ??= { value: work() }
    return done.value
  }
}

/** Serves a text that never changes while the server runs; it is written and compressed when first asked for. */
function serve(app: FastifyInstance, urls: readonly string[], type: string, write: () => string) {
  // A text would be encoded anew for each answer.
  const plainOf = once(() => Buffer.from(write()))
  const packedOf = once(() => compress(plainOf(), { level: LEVEL }))
  for (const url of urls)
    app.get(url, async (request, reply) => {
      reply.type(`${type}; charset=utf-8`).headers({
        'content-security-policy': policy,
        'permissions-policy': DOCS_PERMISSIONS,
        vary: 'accept-encoding',
      })
      if (!acceptsGzip(request.headers['accept-encoding'])) return plainOf()
      reply.header('content-encoding', 'gzip')
      return packedOf()
    })
}

/**
 * Serves the description of the API, as JSON and as a page with a guide. It is written at the first request: few ever
 * ask, and it would take 0.15 s of CPU time at each start.
 */
export async function docs(
  app: FastifyInstance,
  describe: () => OpenApi,
  guide: readonly GuideStep[],
): Promise<void> {
  const style = await readFile(new URL('page/style.css', import.meta.url), 'utf8')
  const documentOf = once(describe)
  serve(app, [`${DOCS}/openapi.json`, `${DOCS}/json`], 'application/json', () => JSON.stringify(documentOf()))
  serve(app, [`${DOCS}/style.css`], 'text/css', () => style)
  serve(app, [DOCS, `${DOCS}/`], 'text/html', () => renderPage(documentOf(), guide, DOCS))
}
