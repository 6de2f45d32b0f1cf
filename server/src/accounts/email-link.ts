import type { FastifyRequest } from 'fastify'
import { attempts } from '../attempts/attempts.ts'
import { networkOf } from '../attempts/network.ts'
import type { Db, Sql } from '../db/database.ts'
import { deriveKey } from '../derive.ts'
import { Refusal } from '../http/refusal.ts'
import { type LinkPurpose, linkTokens } from '../mail/link-tokens.ts'
import { resetStore } from '../resets/store.ts'
import { accountStore, type Profile } from './store.ts'

type Deps = { readonly db: Db; readonly now: () => Date; readonly secret: Buffer }

/** Reads the id of a link from its token. Throws link_invalid, too_many_attempts. */
export function linkReader({ db, now, secret }: Deps, purpose: LinkPurpose) {
  const counted = attempts(db, deriveKey(secret, 'attempt'))
  const tokens = linkTokens(secret, purpose)
  return async (token: string, { ip }: FastifyRequest): Promise<string> => {
    await counted.begin([{ limit: 'link', who: networkOf(ip) }], now())
    const id = tokens.read(token)
    if (id === null) throw new Refusal('link_invalid')
    return id
  }
}

/**
 * Locks an account whose address is to be another, and makes links to a new password useless that are out: these
 * first, as whoever follows one locks them before their owner. Throws link_invalid where the account is gone.
 */
export async function holdAccount(sql: Sql, owner: string): Promise<Profile> {
  await resetStore(sql).spendAll(owner)
  await accountStore(sql).hold(owner)
  const profile = await accountStore(sql).profile(owner)
  if (!profile) throw new Refusal('link_invalid')
  return profile
}
