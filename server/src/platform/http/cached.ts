import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest, onSendAsyncHookHandler } from 'fastify'

const compress = promisify(gzip)
/** Below this, compression saves little more than the header that names it. */
const WORTH_BYTES = 500

/** Cached only by the browser, with revalidation on each request: intermediaries must not keep personal data. */
export const REVALIDATED = 'private, no-cache'

/** Clears the browser's cache when an owner leaves: others may be able to read its folder. */
export const clearCache = (reply: FastifyReply) => reply.header('clear-site-data', '"cache"')

/** True if a caller takes gzip, by its `Accept-Encoding`. */
export const acceptsGzip = (encodings: string | undefined) =>
  /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?:0?\.0*[1-9]\d*|1(?:\.0*)?)\s*)?(?:,|$)/.test(encodings ?? '')

/** Each encoding is a separate representation and has its own strong ETag (RFC 9110, 8.8.3.3). */
const tagOf = (json: string, encoding: string) =>
  `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}${encoding}"`

/** A tag is in quotes, and holds none (RFC 9110, 8.8.3): wherever it stands in the header, it is one of the list. */
const matches = (asked: string | undefined, tag: string) =>
  asked !== undefined && (asked.includes(tag) || asked.trim() === '*')

const isWorthPacking = (payload: string, { headers }: FastifyRequest) =>
  payload.length >= WORTH_BYTES && acceptsGzip(headers['accept-encoding'])

const zipped = (payload: string) => compress(payload, { level: constants.Z_BEST_SPEED + 3 })

function sendPacked(bytes: Buffer, reply: FastifyReply) {
  reply.headers({ 'content-encoding': 'gzip', 'content-length': bytes.length })
  return bytes
}
const pack = async (payload: string, reply: FastifyReply) => sendPacked(await zipped(payload), reply)

/** Names a response by `tag`. True if the caller has it already, which is answered by 304 without content. */
function isUnchanged(tag: string, { headers }: FastifyRequest, reply: FastifyReply): boolean {
  reply.headers({ etag: tag, vary: 'authorization, accept-encoding' })
  if (!matches(headers['if-none-match'], tag)) return false
  reply.code(304).removeHeader('content-type').removeHeader('content-length')
  return true
}

/** Compresses a response that no cache keeps, so it need not vary by what the caller accepts. */
export const sendCompressed: onSendAsyncHookHandler<unknown> = async (request, reply, payload) =>
  typeof payload === 'string' && isWorthPacking(payload, request) ? pack(payload, reply) : payload

/** Answers 304 if the caller has the current response, and compresses any other. */
export const sendCached: onSendAsyncHookHandler<unknown> = async (request, reply, payload) => {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
  const packed = isWorthPacking(payload, request)
  if (isUnchanged(tagOf(payload, packed ? '-gzip' : ''), request, reply)) return null
  return packed ? pack(payload, reply) : payload
}

/** A long text that is hashed and packed once for all who ask for it. */
export type KeptText = Readonly<Record<'plain' | 'packed', { readonly tag: string; readonly bytes: Buffer }>>

export async function keepText(text: string): Promise<KeptText> {
  return {
    plain: { tag: tagOf(text, ''), bytes: Buffer.from(text) },
    packed: { tag: tagOf(text, '-gzip'), bytes: await zipped(text) },
  }
}

/** As `sendCached`, of a text that is kept. */
export function sendKept(
  { plain, packed }: KeptText,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const isPacked = acceptsGzip(request.headers['accept-encoding'])
  const { tag, bytes } = isPacked ? packed : plain
  if (isUnchanged(tag, request, reply)) return reply.send()
  return reply.send(isPacked ? sendPacked(bytes, reply) : bytes)
}
