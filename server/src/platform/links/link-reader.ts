import type { FastifyRequest } from 'fastify'
import type { Db } from '../db/database.ts'
import { deriveKey } from '../derive.ts'
import { ApiError } from '../http/api-error.ts'
import { networkOf } from '../rate-limits/network.ts'
import { rateLimits } from '../rate-limits/rate-limits.ts'
import { type LinkPurpose, linkTokens } from './link-tokens.ts'

type Deps = { readonly db: Db; readonly now: () => Date; readonly secret: Buffer }

/**
 * Reads the id of a link from its token. Attempts are counted per link if the token is genuine, so that nobody can
 * use up another owner's, and per network otherwise. Throws `ApiError` link_invalid, too_many_attempts.
 */
export function linkReader(
  { db, now, secret }: Deps,
  purpose: LinkPurpose,
  limit: 'link' | 'link_check' = 'link',
) {
  const counted = rateLimits(db, deriveKey(secret, 'attempt'))
  const tokens = linkTokens(secret, purpose)
  return async (token: string, { ip }: FastifyRequest): Promise<string> => {
    const id = tokens.read(token)
    await counted.begin([{ limit, who: id ?? networkOf(ip) }], now())
    if (id === null) throw new ApiError('link_invalid')
    return id
  }
}
