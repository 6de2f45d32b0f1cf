import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { notFound } from './api-error.ts'
import { type KeptText, keepText, sendKept } from './cached.ts'

const nameOf = (policy: string) => createHash('sha256').update(policy).digest('base64url').slice(0, 12)
const refuse = () => {
  throw notFound
}

/**
 * Serves the service worker, which caches the page with its headers. Its text contains the policy, so that a changed
 * policy makes it a new worker that fetches the page again (decision 0044). `folder` holds the built files. What is served is
 * kept until another file takes the place of the one it was made from.
 */
export function serviceWorker(app: FastifyInstance, folder: string): void {
  const path = `${folder}/sw.js`
  let last: { readonly of: string; readonly worker: KeptText } | undefined

  async function workerUnder(policy: string): Promise<KeptText> {
    const { ino, size, ctimeMs } = await stat(path).catch(refuse)
    const of = `${ino} ${size} ${ctimeMs} ${policy}`
    if (last?.of === of) return last.worker
    const built = await readFile(path, 'utf8').catch(refuse)
    const worker = await keepText(`const POLICY = "${nameOf(policy)}";\n${built}`)
    last = { of, worker }
    return worker
  }

  app.get('/sw.js', async (request, reply) => {
    const policy = ['content-security-policy', 'permissions-policy']
      .map((name) => reply.getHeader(name))
      .join('\n')
    const worker = await workerUnder(policy)
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8')
    return sendKept(worker, request, reply)
  })
}
