import { createServer as createPlain, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecure } from 'node:https'
import {
  configData,
  DDI_ROOT,
  type Feedback,
  feedback,
  MAX_FEEDBACK_BYTES,
} from '@kellersonne/contract/firmware/ddi'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { Watch } from '../watch.ts'
import { type Listen, listening } from './broker.ts'
import { deploymentOf, type Offer } from './offer.ts'

type Deps = {
  readonly sn: SerialNumber
  /** null = any will do. */
  readonly secret: string | null
  readonly watch: Watch
  /** Called with what is not as described. */
  readonly onFault: (what: string) => void
}
/** What the unit did about one action. */
export type Story = {
  readonly reports: Feedback['status'][]
  /** The range of each download; null = the whole image. */
  readonly ranges: (string | null)[]
  fetched: boolean
}
const MAX_STORY = 1000
const CUT_AFTER_MS = 200
const MAX_CONNECTIONS = 20

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > MAX_FEEDBACK_BYTES) throw new Error('too large')
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

/** An update service for one unit. Rejects with `CannotRun` if the port cannot be opened. */
export async function openTestUpdateService(listen: Listen, { sn, secret, watch, onFault }: Deps) {
  const path = DDI_ROOT.replace('{sn}', sn)
  const stories = new Map<string, Story>()
  let [polls, action, unavailable] = [0, 0, 0]
  let attributes = false
  let offer: Offer | null = null
  let cuts = 0

  function isUnit({ headers: { authorization = '' } }: IncomingMessage): boolean {
    const token = /^TargetToken (.{1,200})$/i.exec(authorization)?.[1]
    if (token !== undefined && (secret === null || token === secret)) return true
    onFault(token === undefined ? 'a call without TargetToken' : 'a call with another secret')
    return false
  }
  async function serve(request: IncomingMessage, response: ServerResponse) {
    const json = (status: number, body: object, more = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...more }).end(JSON.stringify(body))
    const url = request.url ?? ''
    const root = `${listen.tls ? 'https' : 'http'}://${request.headers.host ?? ''}${path}`
    if (!isUnit(request)) return json(401, {})
    if (unavailable > 0) {
      unavailable -= 1
      return json(503, {}, { 'retry-after': '1' })
    }
    if (url === path) {
      polls += 1
      const links = {
        ...(!attributes && { configData: { href: `${root}/configData` } }),
        ...(offer && { deploymentBase: { href: `${root}/deploymentBase/${action}` } }),
      }
      return json(200, { config: { polling: { sleep: '00:00:01' } }, _links: links })
    }
    if (request.method === 'PUT' && url === `${path}/configData`) {
      configData.parse(await bodyOf(request))
      attributes = true
      return json(200, {})
    }
    const story = stories.get(String(action))
    if (!story || !url.includes(`/${action}`)) return json(404, {})
    if (request.method === 'POST' && url === `${path}/deploymentBase/${action}/feedback`) {
      const { status } = feedback.parse(await bodyOf(request))
      if (story.reports.length < MAX_STORY) story.reports.push(status)
      if (['closed', 'rejected', 'canceled'].includes(status.execution)) offer = null
      return json(200, {})
    }
    if (!offer) return json(url.includes('/artifacts/') ? 410 : 404, {})
    if (url === `${path}/deploymentBase/${action}`) {
      story.fetched = true
      return json(200, deploymentOf(offer, String(action), root))
    }
    return url.includes('/artifacts/') ? sendImage(request, response, offer, story) : json(404, {})
  }

  function sendImage(
    request: IncomingMessage,
    response: ServerResponse,
    { bytes, facts }: Offer,
    story: Story,
  ) {
    const etag = `"${facts.sha256}"`
    const condition = request.headers['if-range']
    const range = condition === undefined || condition === etag ? request.headers.range : undefined
    if (story.ranges.length < MAX_STORY) story.ranges.push(request.headers.range ?? null)
    const [, from = '', to = ''] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(range ?? '') ?? []
    const start = Number(from)
    const end = to !== '' ? Math.min(Number(to), bytes.length - 1) : bytes.length - 1
    response.setHeader('etag', etag).setHeader('accept-ranges', 'bytes')
    if (start >= bytes.length) {
      response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end()
      return
    }
    if (from !== '') response.setHeader('content-range', `bytes ${start}-${end}/${bytes.length}`)
    response.writeHead(from === '' ? 200 : 206, { 'content-length': end + 1 - start })
    if (cuts === 0) {
      response.end(bytes.subarray(start, end + 1))
      return
    }
    cuts -= 1
    const half = bytes.subarray(start, start + ((end + 1 - start) >> 1))
    // What breaks at once may be lost on the way, and the unit has nothing to resume.
    response.write(half, () => setTimeout(() => response.destroy(), CUT_AFTER_MS))
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    try {
      await serve(request, response)
    } catch (error) {
      onFault(
        `${request.method} ${(request.url ?? '').slice(0, 200)}: ${error instanceof Error ? error.message : error}`,
      )
      if (!response.headersSent) response.writeHead(400)
      response.end()
    }
    watch.notify()
  }
  const handle = (request: IncomingMessage, response: ServerResponse) => void answer(request, response)
  const server = listen.tls ? createSecure(listen.tls, handle) : createPlain(handle)
  server.maxConnections = MAX_CONNECTIONS
  const port = await listening(server, listen)

  return {
    port,
    polls: () => polls,
    hasAttributes: () => attributes,
    /** Makes an offer, in place of any other; returns what becomes of it. */
    offer(made: Offer): Story {
      action += 1
      offer = made
      cuts = made.cuts
      const story: Story = { reports: [], ranges: [], fetched: false }
      stories.clear()
      stories.set(String(action), story)
      return story
    },
    withdraw() {
      offer = null
    },
    /** Answers so many calls with 503. */
    fail(calls: number) {
      unavailable = calls
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
export type TestUpdateService = Awaited<ReturnType<typeof openTestUpdateService>>
