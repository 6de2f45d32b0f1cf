import type { FastifyRequest } from 'fastify'
import { attempts } from '../../platform/attempts/attempts.ts'
import { networkOf } from '../../platform/attempts/network.ts'
import type { Db } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type LinkPurpose, linkTokens } from './link-tokens.ts'

type Deps = { readonly db: Db; readonly now: () => Date; readonly secret: Buffer }

/**
 * Reads the id of a link from its token. Tries are counted by the link where it is one of ours, so that nobody uses
 * others' up, else by the network. Throws link_invalid, too_many_attempts.
 */
export function linkReader({ db, now, secret }: Deps, purpose: LinkPurpose) {
  const counted = attempts(db, deriveKey(secret, 'attempt'))
  const tokens = linkTokens(secret, purpose)
  return async (token: string, { ip }: FastifyRequest): Promise<string> => {
    const id = tokens.read(token)
    await counted.begin([{ limit: 'link', who: id ?? networkOf(ip) }], now())
    if (id === null) throw new Refusal('link_invalid')
    return id
  }
}
