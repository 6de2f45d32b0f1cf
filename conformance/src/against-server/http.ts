import { type IncomingHttpHeaders, request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { MAX_IMAGE_BYTES } from '@kellersonne/core/firmware/image'
import { Wrong } from '../report.ts'

export type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer }
export type Asked = {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT'
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  /** PEM of the CA to trust instead of the public ones; null = those. */
  readonly ca: string | null
  readonly signal: AbortSignal
}

/**
 * Makes a call; rejects with `Wrong` if there is no answer, or one that is larger than any image. If a connection kept
 * from an earlier call turns out to be closed, the call is made again over a new one (RFC 9112, section 9.3.1).
 */
export function call(url: string, asked: Asked): Promise<Answer> {
  const { method = 'GET', headers = {}, json, ca, signal } = asked
  const body = json === undefined ? '' : JSON.stringify(json)
  const all = { ...headers, ...(json !== undefined && { 'content-type': 'application/json' }) }
  const send = url.startsWith('https:') ? secure : plain
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(new Wrong(`${method} ${url}: ${error.message || 'no answer'}`))
    const request = send(url, { method, headers: all, signal, ...(ca !== null && { ca }) }, (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > MAX_IMAGE_BYTES) request.destroy(new Error('the answer is too large'))
        else chunks.push(chunk)
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
      response.on('error', fail)
    })
    request.on('error', (error) => {
      const wasClosed = 'code' in error && error.code === 'ECONNRESET'
      if (request.reusedSocket && wasClosed) call(url, asked).then(resolve, reject)
      else fail(error)
    })
    request.end(body)
  })
}
