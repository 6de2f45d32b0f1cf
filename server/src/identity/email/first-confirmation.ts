import type { Sql } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { accountStore } from '../accounts/store.ts'
import { addMail } from '../mail/mails.ts'
import { unlinkWithNotice } from '../provider/owner-link.ts'
import { type Identity, identityStore } from '../provider/store.ts'
import { endWithPassword } from '../sessions/end-with-password.ts'
import type { EmailLink } from './link-store.ts'
import { settleAddress } from './settle-address.ts'

type Deps = {
  readonly now: () => Date
  readonly secret: Buffer
  /** Called with an owner whose first address is confirmed: ends what was left outside of accounts and sign-ins. */
  readonly onFirst: (sql: Sql, owner: string) => Promise<void>
}
type First = EmailLink & {
  /** A new one of the same password, so that no browser is known by the former one. */
  readonly passwordHash: string
  /** The sign-in at the provider that vouches for the address; null if there is none. */
  readonly identity: Identity | null
  /** The session of whoever confirms, if they have proven one. */
  readonly session: string | null
  /** From which it is confirmed. */
  readonly network: string
}

/**
 * Confirms the first address of an account. Somebody else may have prepared that account for whoever has the address, with a password that
 * they use elsewhere, too: whatever let the preparer in ends. Every way to confirm a first address leads here. Must be called in a transaction
 * that has locked the account and knows its password to be the one that was checked. Throws `ApiError` link_invalid if another account
 * has confirmed the address.
 */
export function createFirstConfirmation({ now, secret, onFirst }: Deps) {
  const attemptKey = deriveKey(secret, 'attempt')

  /** Leaves an account no sign-in at the provider but the one that vouches for its address, if there is one. */
  async function keepVouchedFor(sql: Sql, { owner, email, identity }: First) {
    const identities = identityStore(sql)
    if (identity && (await identities.owner(identity)) === owner) return
    await unlinkWithNotice(sql, owner, now())
    if (identity && (await identities.link(identity, owner, now())))
      await addMail(sql, { kind: 'linked', owner, details: { email } }, now())
  }

  return async (sql: Sql, first: First): Promise<void> => {
    const { owner, passwordHash } = first
    await settleAddress(sql, first, now())
    await accountStore(sql).change(owner, { passwordHash }, now())
    await endWithPassword(sql, attemptKey, owner, first)
    await keepVouchedFor(sql, first)
    await onFirst(sql, owner)
  }
}
export type ConfirmFirst = ReturnType<typeof createFirstConfirmation>
