import multipart from '@fastify/multipart'
import type { Endpoint } from '@kellersonne/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from './refusal.ts'

/** Lets requests carry files; only endpoints that ask for one read any. */
export const uploads = (app: FastifyInstance) => app.register(multipart)

/** The one file of a request, whole. Throws media_type_unsupported, input_invalid, payload_too_large. */
export async function readUpload(
  request: FastifyRequest,
  { field, maxBytes }: NonNullable<Endpoint['upload']>,
): Promise<Buffer> {
  if (!request.isMultipart()) throw new Refusal('media_type_unsupported')
  const limits = { files: 1, parts: 1, fields: 0, fileSize: maxBytes }
  const file = await request.file({ limits })
  if (file?.fieldname !== field) throw new Refusal('input_invalid', { fields: { [field]: 'required' } })
  return file.toBuffer()
}
