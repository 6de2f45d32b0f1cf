import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { ApiError } from './api-error.ts'
import { sendCached } from './cached.ts'

const nameOf = (policy: string) => createHash('sha256').update(policy).digest('base64url').slice(0, 12)

/**
 * Serves the service worker, which caches the page with its headers. Its text contains the policy, so that a changed
 * policy makes it a new worker that fetches the page again (decision 0044). `folder` holds the built files.
 */
export function serviceWorker(app: FastifyInstance, folder: string): void {
  app.get('/sw.js', { onSend: sendCached }, async (_, reply) => {
    const built = await readFile(`${folder}/sw.js`, 'utf8').catch(() => {
      throw new ApiError('not_found')
    })
    const policy = ['content-security-policy', 'permissions-policy']
      .map((name) => reply.getHeader(name))
      .join('\n')
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8')
    return `const POLICY = "${nameOf(policy)}";\n${built}`
  })
}
