import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { ApiError } from './api-error.ts'

const WELL_KNOWN = '/.well-known/security.txt'
/** Counted from the response: clients that cache it ask again after that. */
const GOOD_FOR_MS = 30 * 24 * 3_600_000

/** Serves where to report a vulnerability (RFC 9116). Not found if the operator has named no contact. */
export function securityTxt(
  app: FastifyInstance,
  { SECURITY_CONTACT: contact, PUBLIC_URL }: Pick<Config, 'SECURITY_CONTACT' | 'PUBLIC_URL'>,
  now: () => Date,
): void {
  for (const path of [WELL_KNOWN, '/security.txt']) {
    app.get(path, async (_, reply) => {
      if (contact === undefined) throw new ApiError('not_found')
      const expires = new Date(now().getTime() + GOOD_FOR_MS).toISOString()
      reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache')
      return `Contact: ${contact}
Expires: ${expires}
Preferred-Languages: de, en
Canonical: ${PUBLIC_URL}${WELL_KNOWN}
`
    })
  }
}
