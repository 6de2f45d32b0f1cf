import type { Sql } from '../../platform/db/database.ts'
import { pairingStore } from '../../systems/pairing/pairing-store.ts'
import { knownNetworks } from './known-networks.ts'
import { sessionStore } from './store.ts'

/** A session and a network of the owner who has proven the former password; null: none, as it may be somebody else's. */
type Spared = { readonly session: string | null; readonly network: string | null }

/** Ends what whoever knew an owner's former password may have left in other domains; called in that transaction, too. */
export type OnPasswordReplaced = (sql: Sql, owner: string) => Promise<void>

/**
 * Ends what an owner's former password gave to whoever knew it: sessions, an open pairing code, and that networks are known. Must be
 * called in the transaction that has stored the next password: what begins meanwhile comes first, and ends, or sees that one.
 * `attemptKey`: of the networks.
 */
export async function endWithPassword(
  sql: Sql,
  attemptKey: Buffer,
  owner: string,
  { session, network }: Spared,
): Promise<void> {
  if (session === null) await sessionStore(sql).endAll(owner)
  else await sessionStore(sql).endOthers(owner, session)
  await pairingStore(sql).cancel(owner)
  await knownNetworks(sql, attemptKey).makeFormer(owner, network)
}
