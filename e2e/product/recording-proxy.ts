import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { reservePort } from '@kellersonne/testing/ports'

/** A request as received, and the status of its answer. */
export type RecordedRequest = {
  readonly method: string
  readonly origin: string | null
  readonly site: string | null
  readonly hasCookie: boolean
  readonly status: number
}

const text = (header: string | string[] | undefined) => (typeof header === 'string' ? header : null)

const note = ({ method, headers }: IncomingMessage, status = 0): RecordedRequest => ({
  method: method ?? '',
  origin: text(headers.origin),
  site: text(headers['sec-fetch-site']),
  hasCookie: headers.cookie?.includes('kellersonne_update=') ?? false,
  status,
})

/** Text appended to an answer, by path. */
type Additions = ReadonlyMap<string, string>

/**
 * A proxy to a service that listens, or will listen, at `port`, which records all requests: browsers do not report
 * everything.
 */
export async function openRecordingProxy(given?: number, additions: Additions = new Map()) {
  const port = given ?? (await reservePort())
  const requests: RecordedRequest[] = []
  const server = createServer((near, reply) => {
    const { method, url: path, headers } = near
    const addition = additions.get(path ?? '')
    // Answers to extend must be complete: neither compressed nor "not modified".
    if (addition !== undefined) for (const name of ['accept-encoding', 'if-none-match']) delete headers[name]
    const far = request({ port, host: '127.0.0.1', method, path, headers }, (answer) => {
      requests.push(note(near, answer.statusCode))
      if (addition !== undefined) for (const name of ['content-length', 'etag']) delete answer.headers[name]
      reply.writeHead(answer.statusCode ?? 0, answer.headers)
      if (addition !== undefined) answer.on('end', () => reply.end(addition))
      answer.pipe(reply, { end: addition === undefined })
    })
    far.on('error', () => reply.destroy())
    near.pipe(far)
  })
  server.listen(await reservePort(), '0.0.0.0')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port,
    requests,
    url: `http://localhost:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
export type RecordingProxy = Awaited<ReturnType<typeof openRecordingProxy>>
