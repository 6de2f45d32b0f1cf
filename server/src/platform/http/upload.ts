import multipart from '@fastify/multipart'
import type { Endpoint } from '@kellersonne/contract/shared/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { ApiError } from './api-error.ts'
import { openUploadMemory } from './upload-memory.ts'

type Upload = NonNullable<Endpoint['upload']>

/** What multipart encoding may add to the file. */
const FORM_BYTES = 16 * 1024

const room = openUploadMemory({ bytes: 64 * 1024 * 1024, retryAfter: 5 })

/** Resolves to a function that mounts upload routes in an encapsulated plugin, leaving other routes unaffected. */
export async function uploads(app: FastifyInstance): Promise<(route: RouteOptions) => void> {
  const { promise, resolve } = Promise.withResolvers<(route: RouteOptions) => void>()
  await app.register(async (part) => {
    await part.register(multipart)
    resolve((route) => part.route(route))
  })
  return promise
}

/**
 * Reserves memory for a request's file until the returned function is called: its declared size, or else the maximum.
 * Throws `tooBig`, and as `take` does, before anything is read; nothing is read afterwards either, since even
 * discarding it would take memory.
 */
export function reserveUploadMemory(
  { request }: FastifyReply,
  who: string,
  { maxBytes, tooBig }: Upload,
): () => void {
  const declared = Number(request.headers['content-length'] ?? maxBytes)
  if (declared > maxBytes + FORM_BYTES) throw new ApiError(tooBig)
  return room.take(who, Math.min(declared, maxBytes))
}

/** Rejects with `tooBig` once more has arrived than file and form can be; surplus outside the file counts too. */
const overflow = ({ raw }: FastifyRequest, { maxBytes, tooBig }: Upload) =>
  new Promise<never>((_, reject) => {
    let left = maxBytes + FORM_BYTES
    raw.on('data', ({ length }: Buffer) => {
      left -= length
      if (left < 0) reject(new ApiError(tooBig))
    })
  })

/** Resolves to the one file of a request. Throws `ApiError` media_type_unsupported, input_invalid, and `tooBig`. */
export async function readUpload(request: FastifyRequest, upload: Upload): Promise<Buffer> {
  const { field, maxBytes, tooBig } = upload
  if (!request.isMultipart()) throw new ApiError('media_type_unsupported')
  const { RequestFileTooLargeError } = request.server.multipartErrors
  const limits = { parts: 1, fields: 0, fileSize: maxBytes }
  async function read() {
    const file = await request.file({ limits })
    return { name: file?.fieldname, bytes: await file?.toBuffer() }
  }
  try {
    // The reader starts first: a listener added before it would take data away from it.
    const { name, bytes } = await Promise.race([read(), overflow(request, upload)])
    if (bytes && name === field) return bytes
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (error instanceof RequestFileTooLargeError) throw new ApiError(tooBig)
    throw new ApiError('input_invalid', { fields: { [field]: 'format' } })
  }
  throw new ApiError('input_invalid', { fields: { [field]: 'required' } })
}
