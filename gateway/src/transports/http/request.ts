import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request as plain } from 'node:http'
import { isIP } from 'node:net'
import { connect as secure, type TLSSocket } from 'node:tls'
import { connectionFault, DeviceFault } from '../fault.ts'

/** Limit on a response; a device's is far smaller. */
const MAX_BYTES = 256 * 1024
/** Limit on interim answers (1xx) before the answer. */
const MAX_INFORMATION = 16

export type Target = {
  readonly scheme: 'http' | 'https'
  readonly host: string
  readonly port: number
  /** SHA-256 of the only certificate to accept, hexadecimal; null = any signed by a known authority. */
  readonly certificate: string | null
}
export type Call = {
  readonly method: 'GET' | 'HEAD' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly signal: AbortSignal
  /** Limit on the response; 256 KB if left out. */
  readonly maxBytes?: number
}
export type Answer = {
  readonly status: number
  readonly cookies: readonly string[]
  /** The `Date` header; empty = none. */
  readonly date: string
  readonly body: Buffer
}

/** Returns the SHA-256 of a certificate as written in the settings file. */
export const fingerprintOf = (socket: TLSSocket): string =>
  socket.getPeerCertificate().fingerprint256.replaceAll(':', '').toLowerCase()

/** Connects, and sends nothing to a device whose certificate is not the one noted at setup. Rejects with `DeviceFault`. */
async function secureSocket(target: Target, signal: AbortSignal): Promise<TLSSocket> {
  const { host, port, certificate } = target
  const socket = secure({
    ...{ host, port, rejectUnauthorized: certificate === null, minVersion: 'TLSv1.2' },
    ...(isIP(host) === 0 && { servername: host }),
  })
  // What follows the handshake in the same segment is decrypted after all who listen have gone.
  socket.on('error', () => undefined)
  try {
    await once(socket, 'secureConnect', { signal })
  } catch (error) {
    socket.destroy()
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw /CERT|SIGNATURE|ALTNAME|ISSUER/.test(code)
      ? new DeviceFault('certificate', '', code)
      : connectionFault(error)
  }
  const shown = fingerprintOf(socket)
  if (certificate === null || certificate === shown) return socket
  socket.destroy()
  throw new DeviceFault('certificate', '', shown.slice(0, 16))
}

async function bodyOf(answer: IncomingMessage, where: string, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer) {
    if (!Buffer.isBuffer(part)) continue
    size += part.length
    if (size > maxBytes) {
      answer.destroy()
      throw new DeviceFault('too_large', where)
    }
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Resolves to the head of the answer. Rejects whatever else the device sends in its place. */
function headOf(sent: ClientRequest, where: string): Promise<IncomingMessage> {
  let informed = 0
  return new Promise((resolve, reject) => {
    sent.once('response', resolve)
    sent.once('error', reject)
    // With 101 the connection leaves HTTP: neither `response` nor `error` follows.
    sent.once('upgrade', (_head, socket) => {
      socket.destroy()
      reject(new DeviceFault('http_status', where, '101'))
    })
    sent.on('information', () => {
      informed += 1
      if (informed <= MAX_INFORMATION) return
      sent.destroy()
      reject(new DeviceFault('flood', where))
    })
    sent.once('close', () => reject(new DeviceFault('closed', where)))
  })
}

async function answerTo(sent: ClientRequest, where: string, maxBytes: number): Promise<Answer> {
  const answer = await headOf(sent, where)
  const body = await bodyOf(answer, where, maxBytes)
  const cookies = answer.headers['set-cookie'] ?? []
  return {
    ...{ status: answer.statusCode ?? 0, date: answer.headers.date ?? '', body },
    cookies: cookies.map((cookie) => cookie.split(';')[0] ?? ''),
  }
}

/** Rejects once the signal aborts: no state of a connection can outlast it. */
const abortOf = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    const abort = () => reject(new DOMException('aborted', 'AbortError'))
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })

/** Makes one call on a connection of its own: many devices keep none open. Rejects with `DeviceFault`. */
export async function call(
  target: Target,
  { method, path, headers, body, signal, maxBytes = MAX_BYTES }: Call,
): Promise<Answer> {
  const { scheme, host, port } = target
  const socket = scheme === 'https' ? await secureSocket(target, signal) : null
  const sent = plain({
    ...{ method, host, port, path, signal, maxHeaderSize: 16_384 },
    headers: {
      ...headers,
      accept: 'application/json',
      ...(body !== null && { 'content-type': 'application/json' }),
    },
    ...(socket ? { createConnection: () => socket } : { agent: false }),
  })
  try {
    sent.end(body ?? undefined)
    return await Promise.race([answerTo(sent, path, maxBytes), abortOf(signal)])
  } catch (error) {
    throw signal.aborted ? new DeviceFault('timeout', path) : connectionFault(error, path)
  } finally {
    sent.on('error', () => undefined).destroy()
  }
}
