import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Feedback, feedback } from '@kellersonne/contract/firmware/ddi'
import { type ImageFacts, statementOf } from '@kellersonne/core/firmware/image'

const operator = generateKeyPairSync('ed25519')
export const firmwareKey = operator.publicKey.export({ format: 'pem', type: 'spki' }).toString()
const stranger = generateKeyPairSync('ed25519')

/** An offer: facts as announced and as signed, bytes as sent. */
export type Offered = {
  readonly reported: ImageFacts
  readonly signed: ImageFacts
  readonly by: 'operator' | 'stranger' | 'nobody'
  readonly bytes: Buffer
}
export function offered(version: string, bytes: Buffer, more: Partial<Offered> = {}): Offered {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const reported = { chip: 'bms', version, size: bytes.length, sha256 }
  return { reported, signed: reported, by: 'operator', bytes, ...more }
}

function metadataOf({ reported, signed, by }: Offered) {
  if (by === 'nobody') return []
  const { privateKey } = by === 'operator' ? operator : stranger
  const signature = sign(null, Buffer.from(statementOf(signed)), privateKey).toString('base64')
  return [
    { key: 'ed25519', value: signature },
    { key: 'statement', value: statementOf(reported) },
  ]
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of request) text += chunk
  return JSON.parse(text)
}

/** An update service that makes any given offer, until the unit has sent its final feedback. */
export async function openUpdateService() {
  let offer: Offered | null = null
  let action = 0
  let [etag, gone, faulty] = ['"1"', false, 0]
  const words: Feedback['status'][] = []
  const asked: string[] = []
  const server = createServer((request, response) => void serve(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const url = `http://127.0.0.1:${address.port}`

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const json = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body))
    const path = request.url ?? ''
    asked.push(`${request.method} ${path} ${request.headers.range ?? ''}`.trim())
    if (faulty > 0) {
      faulty -= 1
      return json(503, {})
    }
    if (path.endsWith('/feedback')) {
      const { status } = feedback.parse(await bodyOf(request))
      if (gone) return json(410, {})
      words.push(status)
      if (status.execution === 'closed') offer = null
      return json(200, {})
    }
    if (path.includes('/deploymentBase/')) return offer ? json(200, deploymentOf(offer)) : json(404, {})
    if (path.includes('/artifacts/')) return sendImage(request, response)
    const href = `${url}${path}/deploymentBase/${action}`
    const links = offer && !gone ? { deploymentBase: { href } } : {}
    return json(200, { config: { polling: { sleep: '00:00:01' } }, _links: links })
  }
  function deploymentOf(one: Offered) {
    const { chip, version, size, sha256 } = one.reported
    const artifact = {
      ...{ filename: 'a.swu', size, hashes: { sha1: '', sha256 } },
      _links: { 'download-http': { href: `${url}/artifacts/a.swu` } },
    }
    const chunk = { part: 'firmware', name: chip, version, artifacts: [artifact], metadata: metadataOf(one) }
    return { id: String(action), deployment: { download: 'forced', update: 'forced', chunks: [chunk] } }
  }
  function sendImage(request: IncomingMessage, response: ServerResponse) {
    const bytes = offer?.bytes ?? Buffer.alloc(0)
    const condition = request.headers['if-range']
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    response.setHeader('etag', etag)
    if (from === undefined || (condition !== undefined && condition !== etag))
      return response.writeHead(200, { 'content-length': bytes.length }).end(bytes)
    if (Number(from) >= bytes.length) return response.writeHead(416).end()
    const end = Math.min(Number(to), bytes.length - 1)
    response.setHeader('content-range', `bytes ${from}-${end}/${bytes.length}`)
    return response.writeHead(206).end(bytes.subarray(Number(from), end + 1))
  }

  return {
    url,
    words,
    asked,
    offer(one: Offered) {
      action += 1
      offer = one
    },
    /** Replaces the image. */
    exchange(bytes: Buffer) {
      if (offer) offer = { ...offer, bytes }
      etag = '"2"'
    },
    /** Forgets the action. */
    giveUp() {
      gone = true
    },
    /** Answers 503 to that many calls. */
    fail(calls: number) {
      faulty = calls
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
