import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'

const DAY_MS = 86_400_000
const KEPT_MS = 90 * DAY_MS
/** Per owner: a phone on the road changes its network many times a day. */
const KEPT = 50

/** `former`: the owner has signed in from there under a former password only, as may have whoever knew it. */
const familiarity = z.enum(['known', 'former', 'unknown'])
type Admitted = { readonly owner: string; readonly passwordHash: string }
type Familiarity = z.output<typeof familiarity>

/** The only file that knows the table `known_network`. Addresses are stored as a MAC with `key`. */
export function knownNetworks(sql: Sql, key: Buffer) {
  const keyed = (owner: string, network: string) =>
    createHmac('sha256', key).update(`${owner} ${network}`).digest('base64url')

  return {
    /** Returns what names a network of an owner, and tells nobody else which it is. */
    name: keyed,

    async familiarity(owner: string, network: string): Promise<Familiarity> {
      const found = await sql.row(
        z.object({ familiarity }),
        `select case when former then 'former' else 'known' end as familiarity from known_network where owner = $1 and network = $2`,
        [owner, keyed(owner, network)],
      )
      return found?.familiarity ?? 'unknown'
    },

    /** Whether an owner may have signed in before: from a network that is stored, or from one that is forgotten by now. */
    async mayHaveSignedInBefore(owner: string, now: Date): Promise<boolean> {
      const found = `select from owner where id = $1
        and (created_at <= $2 or exists (select from known_network where known_network.owner = owner.id))`
      return (await sql.run(found, [owner, new Date(now.getTime() - KEPT_MS)])) === 1
    },

    /**
     * Stores a network that an owner has signed in from, or refreshed a session from as a known caller; writes at most once a day. Stores
     * nothing if `passwordHash`, the owner's when the caller was admitted, is no longer current: a concurrent new password either makes
     * this network former, too, or comes first.
     */
    async add({ owner, passwordHash }: Admitted, network: string, now: Date): Promise<void> {
      const added = await sql.run(
        `insert into known_network (owner, network, seen_at)
         select id, $2, $3 from owner where id = $1 and password_hash = $4
           and not exists (select from known_network as known
             where known.owner = $1 and known.network = $2 and not former and seen_at > $5) for share
         on conflict (owner, network) do update set seen_at = excluded.seen_at, former = false`,
        [owner, keyed(owner, network), now, passwordHash, new Date(now.getTime() - DAY_MS)],
      )
      if (added === 0) return
      await sql.run(
        `delete from known_network where owner = $1 and network in
           (select network from known_network where owner = $1 order by former, seen_at desc, network offset ${KEPT})`,
        [owner],
      )
    },

    /** Makes all but one those of a former password, from which whoever knew it may have signed in. `spared`: null if there is none. */
    async makeFormer(owner: string, spared: string | null): Promise<void> {
      await sql.run(
        'update known_network set former = true where owner = $1 and network is distinct from $2',
        [owner, spared === null ? null : keyed(owner, spared)],
      )
    },

    async forgetOld(now: Date): Promise<void> {
      await sql.run('delete from known_network where seen_at <= $1', [new Date(now.getTime() - KEPT_MS)])
    },
  }
}
