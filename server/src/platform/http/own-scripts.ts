import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What only documents, their frames and other origins heed. */
const FOR_OTHERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
]

/**
 * True if the browser says that a script of our own pages reads the response: it becomes no document, and no part of
 * another page. Scripts cannot set these headers.
 */
const isForOwnScript = ({ headers }: FastifyRequest) =>
  headers['sec-fetch-dest'] === 'empty' &&
  headers['sec-fetch-mode'] === 'cors' &&
  headers['sec-fetch-site'] === 'same-origin'

/** True for data that nothing but this request gets: no cache keeps it, to answer others with it. */
const isForThisRequest = (reply: FastifyReply) =>
  String(reply.getHeader('cache-control')).startsWith('no-store') &&
  /^(?:application\/(?:problem\+)?json|text\/event-stream)\b/.test(String(reply.getHeader('content-type')))

/** Leaves out the headers that have no effect on what a script of our own pages is sent (decision 0159). */
export function fitToOwnScripts(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isForOwnScript(request) && isForThisRequest(reply)) {
      for (const name of FOR_OTHERS) reply.removeHeader(name)
      // Node's own `Connection` and `Keep-Alive` tell a browser nothing: HTTP/1.1 keeps connections open.
      reply.raw.removeHeader('connection')
    }
    done(null, payload)
  })
}
