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

/** Serves a text that never changes while the server runs, compressed once. */
async function serve(app: FastifyInstance, urls: readonly string[], type: string, text: string) {
  const packed = await compress(text, { level: LEVEL })
  for (const url of urls)
    app.get(url, (request, reply) => {
      reply.type(`${type}; charset=utf-8`).headers({
        'content-security-policy': policy,
        'permissions-policy': DOCS_PERMISSIONS,
        vary: 'accept-encoding',
      })
      if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(text)
      return reply.header('content-encoding', 'gzip').send(packed)
    })
}

/** Serves the description of the API, as JSON and as a page with a guide. */
export async function docs(
  app: FastifyInstance,
  document: OpenApi,
  guide: readonly GuideStep[],
): Promise<void> {
  const style = await readFile(new URL('page/style.css', import.meta.url), 'utf8')
  await serve(app, [`${DOCS}/openapi.json`, `${DOCS}/json`], 'application/json', JSON.stringify(document))
  await serve(app, [`${DOCS}/style.css`], 'text/css', style)
  await serve(app, [DOCS, `${DOCS}/`], 'text/html', renderPage(document, guide, DOCS))
}
