import type { Db, Sql } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Caller } from '../../platform/http/mount.ts'
import { lockOwner } from '../../systems/owners.ts'
import { addMail } from '../mail/mails.ts'
import { sessionStore } from '../sessions/store.ts'
import { type Identity, identityStore } from './store.ts'

type Deps = { readonly db: Db; readonly now: () => Date }
type Who = Pick<Caller, 'owner' | 'session'>

/** Ends the links of an owner, who gets a mail about it; false if there was none. */
export async function unlinkWithNotice(sql: Sql, owner: string, now: Date): Promise<boolean> {
  const ended = await identityStore(sql).unlink(owner)
  if (ended) await addMail(sql, { kind: 'unlinked', owner }, now)
  return ended
}

/** Adds and ends the link of a signed-in owner, who has given the password and gets a mail about either. */
export function createOwnerLink({ db, now }: Deps) {
  return {
    /**
     * Links an identity, if the session in which that was begun still lives: a password reset or a deletion meanwhile
     * ends it. Throws `ApiError` session_required, identity_taken, provider_linked.
     */
    add: (identity: Identity, { owner, session }: Who): Promise<void> =>
      db.transaction(async (sql) => {
        await lockOwner(sql, owner)
        if (!(await sessionStore(sql).find(session))) throw new ApiError('session_required')
        const identities = identityStore(sql)
        const linked = await identities.of(owner)
        if (linked.some((one) => one.issuer === identity.issuer && one.subject === identity.subject)) return
        if (linked.length > 0) throw new ApiError('provider_linked')
        if (!(await identities.link(identity, owner, now()))) throw new ApiError('identity_taken')
        await addMail(sql, { kind: 'linked', owner }, now())
      }),

    /** Ends the link; false if there was none. Throws `ApiError` session_required if the owner is gone. */
    end: ({ owner }: Pick<Who, 'owner'>): Promise<boolean> =>
      db.transaction(async (sql) => {
        if ((await lockOwner(sql, owner)) === undefined) throw new ApiError('session_required')
        return unlinkWithNotice(sql, owner, now())
      }),
  }
}
