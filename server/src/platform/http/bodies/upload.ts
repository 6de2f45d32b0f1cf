import multipart from '@fastify/multipart'
import type { Endpoint } from '@kellersonne/contract/shared/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { ApiError } from '../api-error.ts'
import type { Reservation, UploadMemory } from './upload-memory.ts'

type Upload = NonNullable<Endpoint['upload']>

/** What multipart encoding may add to the file. */
const FORM_BYTES = 16 * 1024

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
 * Begins the upload of a request's file. Throws `tooBig` if file and form would be too long together, and as `reserve` does, before
 * anything is read; nothing is read afterwards either, since even discarding it would take memory.
 */
export function reserveUploadMemory(
  memory: UploadMemory,
  { request }: FastifyReply,
  who: string,
  { field, maxBytes, tooBig }: Upload,
): Reservation {
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > maxBytes + FORM_BYTES) throw new ApiError(tooBig)
  return memory.reserve(who, { field, maxBytes })
}

/** Counts what arrives; rejects when others need the memory more. */
const watched = ({ raw }: FastifyRequest, { signal, arrived }: Reservation) =>
  new Promise<never>((_, reject) => {
    raw.on('data', ({ length }: Buffer) => arrived(length))
    const end = () => reject(signal.reason)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end)
  })

/**
 * Resolves to the one file of a request. Throws `ApiError` media_type_unsupported, input_invalid, unavailable, and
 * `tooBig`.
 */
export async function readUpload(
  request: FastifyRequest,
  upload: Upload,
  reservation: Reservation,
): Promise<Buffer> {
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
    const { name, bytes } = await Promise.race([read(), watched(request, reservation)])
    reservation.complete()
    if (bytes && name === field) return bytes
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (error instanceof RequestFileTooLargeError) throw new ApiError(tooBig)
    throw new ApiError('input_invalid', { fields: { [field]: 'format' } })
  }
  throw new ApiError('input_invalid', { fields: { [field]: 'required' } })
}
