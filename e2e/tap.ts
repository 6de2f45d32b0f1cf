import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { reservePort } from '@kellersonne/testing/ports'

/** One request as it came over the line, and how it was answered. */
export type Heard = {
  readonly method: string
  readonly origin: string | null
  readonly site: string | null
  readonly hasCookie: boolean
  readonly status: number
}

const text = (header: string | string[] | undefined) => (typeof header === 'string' ? header : null)

const note = ({ method, headers }: IncomingMessage, status = 0): Heard => ({
  method: method ?? '',
  origin: text(headers.origin),
  site: text(headers['sec-fetch-site']),
  hasCookie: headers.cookie?.includes('kellersonne_update=') ?? false,
  status,
})

/** What is added to the end of an answer, by path. */
type Additions = ReadonlyMap<string, string>

/**
 * A line to a service that listens at `port`, or is to listen there, and all that came over it: what a browser says of
 * that is not all.
 */
export async function openTap(given?: number, additions: Additions = new Map()) {
  const port = given ?? (await reservePort())
  const heard: Heard[] = []
  const server = createServer((near, reply) => {
    const { method, url: path, headers } = near
    const addition = additions.get(path ?? '')
    // What is added to is asked for whole, neither compressed nor compared with what the browser has.
    if (addition !== undefined) for (const name of ['accept-encoding', 'if-none-match']) delete headers[name]
    const far = request({ port, host: '127.0.0.1', method, path, headers }, (answer) => {
      heard.push(note(near, answer.statusCode))
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
    heard,
    url: `http://localhost:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
export type Tap = Awaited<ReturnType<typeof openTap>>
