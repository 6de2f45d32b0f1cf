import type { Db, Sql } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { networkOf } from '../../platform/rate-limits/network.ts'
import { type Claim, keysOf } from '../../systems/claims.ts'
import { claimAll } from '../accounts/create-account.ts'
import { hashPassword } from '../accounts/password.ts'
import type { PasswordTurns } from '../accounts/password-turns.ts'
import { accountStore, type Unconfirmed } from '../accounts/store.ts'
import type { ConfirmFirst } from '../email/first-confirmation.ts'
import { createLinkPassword, type LinkCall } from '../email/link-password.ts'
import { lockChecked } from '../email/settle-address.ts'
import { resetStore } from '../resets/store.ts'
import { type PendingRegistration, registrationStore } from './store.ts'

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly secret: Buffer
  readonly passwords: PasswordTurns
  readonly confirmFirst: ConfirmFirst
}
/** A registration whose link is followed, the password of the account that has its address, and the codes that are given again. */
type Followed = {
  readonly id: string
  readonly email: string
  readonly password: string
  readonly given: readonly string[]
}

/**
 * Confirms the account that has the address of a registration unconfirmed, by the registration's link and the account's password, and
 * claims for it what the registration was for. Resolves to the new hash of the password, too. Throws `ApiError` link_invalid,
 * password_wrong, too_many_attempts, unavailable.
 */
export function createAccountConfirmation({ db, now, secret, passwords, confirmFirst }: Deps) {
  const checkPassword = createLinkPassword({ db, now, secret, passwords })

  async function confirm(sql: Sql, id: string, account: Unconfirmed, network: string, passwordHash: string) {
    const { owner } = account
    // Lock order: reset links, registrations, owners, as when an account is deleted.
    await resetStore(sql).spendAll(owner)
    const taken = await registrationStore(sql).take(id, now())
    if (!taken) throw new ApiError('link_invalid')
    const { email } = await lockChecked(sql, owner, account.hash)
    if (email !== account.email) throw new ApiError('link_invalid')
    const { identity } = taken.details
    await confirmFirst(sql, { owner, email, passwordHash, identity, session: null, network })
    return taken
  }

  /**
   * Claims each key by itself, codes first, and leaves out what there is no room for: the numbers may be those of a stranger. Not in the
   * transaction that confirms the account, which holds its owner: owners are locked in order.
   */
  async function claimWhatFits(
    owner: string,
    { details }: PendingRegistration,
    given: readonly string[],
    network: string,
  ) {
    const made: Claim[] = []
    for (const key of keysOf([...given, ...details.keys])) {
      const claim = (sql: Sql) => claimAll(sql, { secret, network }, [key], owner, now())
      try {
        made.push(...(await db.transaction(claim)))
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'too_many_waits') throw error
      }
    }
    return made
  }

  return async ({ id, email, password, given }: Followed, call: LinkCall) => {
    const account = await accountStore(db).unconfirmed(email)
    if (!account) throw new ApiError('link_invalid')
    await checkPassword(account, password, call)
    const network = networkOf(call.request.ip)
    const hash = await hashPassword(password)
    const taken = await db.transaction((sql) => confirm(sql, id, account, network, hash))
    const { owner } = account
    return { owner, hash, made: await claimWhatFits(owner, taken, given, network) }
  }
}
