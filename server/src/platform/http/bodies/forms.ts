import { parse } from 'node:querystring'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../api-error.ts'
import { addBodyParser } from './whole-body.ts'

/** Body limit: far more than any form of the contract needs. */
const MAX_BYTES = 64 * 1024
/** No form of the contract has half as many. */
const MAX_FIELDS = 64
const SEPARATOR = '&'.charCodeAt(0)

/** True if a form has more fields than any of ours; does not decode any. */
function hasTooMany(body: Buffer): boolean {
  let fields = 1
  for (let at = body.indexOf(SEPARATOR); at >= 0; at = body.indexOf(SEPARATOR, at + 1)) {
    fields += 1
    if (fields > MAX_FIELDS) return true
  }
  return false
}

/**
 * Parses `application/x-www-form-urlencoded`; a repeated field becomes an array. Fields are counted first: thousands
 * of names in one small body would block the event loop for a tenth of a second.
 */
export function readForms(app: FastifyInstance): void {
  addBodyParser(app, 'application/x-www-form-urlencoded', MAX_BYTES, (body) => {
    if (hasTooMany(body)) throw new ApiError('input_invalid', { fields: { body: 'too_long' } })
    return parse(body.toString(), '&', '=', { maxKeys: 0 })
  })
}
