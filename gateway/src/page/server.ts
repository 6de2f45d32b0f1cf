import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { logLine } from '../log.ts'
import type { GatewayStatus } from '../uplink/gateway.ts'
import { boundConnections } from './connections.ts'
import { isOwnHost } from './hosts.ts'
import { pageHtml } from './html.ts'
import { textsFor } from './language.ts'
import { reportOf } from './report.ts'
import { style } from './style.ts'
import { terminalLines } from './terminal.ts'

export type PageDeps = {
  readonly port: number
  /** Empty: all addresses of this machine. */
  readonly host?: string
  /** Additional host names under which the page is served. */
  readonly names: readonly string[]
  readonly status: () => GatewayStatus
  /** ms UTC. */
  readonly clock: () => number
}

const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}
/** A path that URLs take for a host and its path. */
const NAMES_A_HOST = /^[/\\]{2}/
const PATIENCE_MS = 10_000

/** Serves the gateway's status on the local network. Only the request line and two headers of a request are read. */
export async function openPage({ port, host = '', names, status, clock }: PageDeps) {
  function answer(response: ServerResponse, code: number, type: string, body: string) {
    response
      .writeHead(code, { ...headers, 'content-type': `${type}; charset=utf-8`, connection: 'close' })
      .end(body)
  }
  function handle(request: IncomingMessage, response: ServerResponse) {
    request.resume()
    // Not logged: anybody on the network may send this as often as they like.
    const url = NAMES_A_HOST.test(request.url ?? '') ? null : URL.parse(request.url ?? '/', 'http://gateway')
    if (url === null) return answer(response, 404, 'text/plain', 'Not found.\n')
    const { pathname, searchParams } = url
    if (!isOwnHost(request.headers.host, names)) return answer(response, 421, 'text/plain', 'Unknown host.\n')
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return answer(response, 405, 'text/plain', 'This page is read only.\n')
    if (pathname === '/style.css') return answer(response, 200, 'text/css', style)
    const texts = textsFor(searchParams.get('lang') ?? request.headers['accept-language'] ?? '')
    const report = reportOf(status(), texts, clock())
    if (pathname === '/check')
      return answer(response, 200, 'text/plain', `${terminalLines(report, texts).join('\n')}\n`)
    if (pathname !== '/') return answer(response, 404, 'text/plain', 'Not found.\n')
    answer(response, 200, 'text/html', pageHtml(report, texts))
  }
  const server = createServer(
    {
      maxHeaderSize: 8192,
      requestTimeout: PATIENCE_MS,
      headersTimeout: PATIENCE_MS,
      connectionsCheckingInterval: PATIENCE_MS,
    },
    (request, response) => {
      if (!isFirst(request)) return
      try {
        handle(request, response)
      } catch (error) {
        logLine(`status page: ${error instanceof Error ? error.message : String(error)}`)
        answer(response, 400, 'text/plain', 'Not understood.\n')
      }
    },
  )
  const isFirst = boundConnections(server, clock)
  server.listen(port, host === '' ? undefined : host)
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
