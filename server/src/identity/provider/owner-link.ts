import type { Db, Sql } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Caller } from '../../platform/http/mount.ts'
import { lockOwner } from '../../systems/owners.ts'
import { accountStore } from '../accounts/store.ts'
import { addMail } from '../mail/mails.ts'
import { sessionStore } from '../sessions/store.ts'
import { type Identity, identityStore } from './store.ts'

/** `email`: the address that the provider vouches for, if any. `replaces`: it takes the place of another one; default no. */
type Linkable = Identity & { readonly email: string | null; readonly replaces?: boolean }

type Deps = { readonly db: Db; readonly now: () => Date }
type Who = Pick<Caller, 'owner' | 'session'>

/** Ends the links of an owner, and what was begun to link; false if there was none. */
export async function endLinks(sql: Sql, owner: string, now: Date): Promise<boolean> {
  await accountStore(sql).noteUnlinked(owner, now)
  return identityStore(sql).unlink(owner)
}

/** Does the same as `endLinks`; if there was a link, the owner gets a mail about it. */
export async function unlinkWithNotice(sql: Sql, owner: string, now: Date): Promise<boolean> {
  const ended = await endLinks(sql, owner, now)
  if (ended) await addMail(sql, { kind: 'unlinked', owner }, now)
  return ended
}

/** `same`: this owner had it already. The others say why nothing was linked. */
type Added = 'linked' | 'same' | 'session_required' | 'ticket_expired' | 'provider_linked' | 'identity_taken'

/**
 * Links an identity to an owner, who gets a mail about it that says whose it is, if their session is still open, and they have ended no
 * link since this one was begun. One link per owner. Locks the owner's row.
 */
export async function linkWithNotice(
  sql: Sql,
  { email, replaces = false, ...identity }: Linkable,
  { owner, session }: Who,
  begunAt: Date,
  now: Date,
): Promise<Added> {
  await lockOwner(sql, owner)
  if (await accountStore(sql).hasUnlinkedSince(owner, begunAt)) return 'ticket_expired'
  if (!(await sessionStore(sql).find(session))) return 'session_required'
  const identities = identityStore(sql)
  const linked = await identities.of(owner)
  if (linked.some((one) => one.issuer === identity.issuer && one.subject === identity.subject)) return 'same'
  if (linked.length > 0 && !replaces) return 'provider_linked'
  if (linked.length > 0) await unlinkWithNotice(sql, owner, now)
  if (!(await identities.link(identity, owner, now))) return 'identity_taken'
  await addMail(sql, { kind: 'linked', owner, details: { email: email ?? undefined } }, now)
  return 'linked'
}

/** Adds and ends the link of a signed-in owner, who has given the password. */
export function createOwnerLink({ db, now }: Deps) {
  return {
    /**
     * Links an identity, unless the owner has ended the link or replaced the password since that was begun: whoever began it may have known
     * the former one, and the session may outlive it. Throws `ApiError` session_required, ticket_expired, identity_taken, provider_linked.
     */
    async add(linkable: Linkable, who: Who, begunAt: Date): Promise<void> {
      const added = await db.transaction(async (sql) => {
        await lockOwner(sql, who.owner)
        if (await accountStore(sql).hasNewPasswordSince(who.owner, begunAt)) return 'ticket_expired'
        return linkWithNotice(sql, linkable, who, begunAt, now())
      })
      if (added !== 'linked' && added !== 'same') throw new ApiError(added)
    },

    /** Ends the link; false if there was none. Throws `ApiError` session_required if the session has ended. */
    end: ({ owner, session }: Who): Promise<boolean> =>
      db.transaction(async (sql) => {
        await lockOwner(sql, owner)
        await sessionStore(sql).requireOpen(session)
        return unlinkWithNotice(sql, owner, now())
      }),
  }
}
