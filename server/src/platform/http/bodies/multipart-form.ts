import type { FastifyInstance, RouteOptions } from 'fastify'
import { ApiError } from '../api-error.ts'
import { addBodyParser } from './whole-body.ts'

/** Body limit: two short multipart fields plus boundaries. */
const MAX_BYTES = 1024
const FIELDS = 2

const refuse = (field: string, rule: 'format' | 'unknown' | 'type'): never => {
  throw new ApiError('input_invalid', { fields: { [field]: rule } })
}

/** Parses the fields of a form; refuses files, too many fields and duplicates. */
async function fieldsOf(body: Buffer, type: string): Promise<Record<string, string>> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => refuse('body', 'format'))
  const fields: Record<string, string> = Object.create(null)
  for (const [name, value] of form) {
    if (typeof value !== 'string') return refuse(name, 'type')
    if (name in fields || Object.keys(fields).length === FIELDS) return refuse(name, 'unknown')
    fields[name] = value
  }
  return fields
}

/** Adds a parser of multipart forms with a few short fields. */
export function addMultipartParser(app: FastifyInstance): void {
  addBodyParser(app, 'multipart/form-data', MAX_BYTES, (body, headers) =>
    fieldsOf(body, String(headers['content-type'])),
  )
}

/** Resolves to a function that mounts routes that accept multipart forms, leaving other routes unaffected. */
export async function multipartForms(app: FastifyInstance): Promise<(route: RouteOptions) => void> {
  const { promise, resolve } = Promise.withResolvers<(route: RouteOptions) => void>()
  await app.register(async (part) => {
    addMultipartParser(part)
    resolve((route) => part.route(route))
  })
  return promise
}
