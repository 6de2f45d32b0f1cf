import multipart from '@fastify/multipart'
import type { Endpoint } from '@kellersonne/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { Refusal } from './refusal.ts'
import { openRoom } from './room.ts'

type Upload = NonNullable<Endpoint['upload']>

const room = openRoom({ bytes: 64 * 1024 * 1024, retryAfter: 5 })

/** What mounts routes that take files, in a part of the server of their own: all others are left alone. */
export async function uploads(app: FastifyInstance): Promise<(route: RouteOptions) => void> {
  const { promise, resolve } = Promise.withResolvers<(route: RouteOptions) => void>()
  await app.register(async (part) => {
    await part.register(multipart)
    resolve((route) => part.route(route))
  })
  return promise
}

/**
 * Keeps room for a request's file in memory, whose size it says beforehand or else is the largest there may be, until
 * what is returned is called. Throws as `take` does; nothing is read by then, nor afterwards: reading it to throw it
 * away would take memory too.
 */
export function roomFor(reply: FastifyReply, who: string, { maxBytes }: Upload): () => void {
  const said = Number(reply.request.headers['content-length'] ?? maxBytes)
  try {
    return room.take(who, Math.min(said, maxBytes))
  } catch (error) {
    reply.header('connection', 'close')
    throw error
  }
}

/** The one file of a request, whole. Throws media_type_unsupported, input_invalid, and `tooBig`. */
export async function readUpload(
  request: FastifyRequest,
  { field, maxBytes, tooBig }: Upload,
): Promise<Buffer> {
  if (!request.isMultipart()) throw new Refusal('media_type_unsupported')
  const { RequestFileTooLargeError } = request.server.multipartErrors
  const limits = { files: 1, parts: 1, fields: 0, fileSize: maxBytes }
  try {
    const file = await request.file({ limits })
    const bytes = await file?.toBuffer()
    if (bytes && file?.fieldname === field) return bytes
  } catch (error) {
    if (error instanceof RequestFileTooLargeError) throw new Refusal(tooBig)
    throw new Refusal('input_invalid', { fields: { [field]: 'format' } })
  }
  throw new Refusal('input_invalid', { fields: { [field]: 'required' } })
}
