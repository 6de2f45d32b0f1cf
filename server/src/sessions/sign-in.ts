import { randomUUID } from 'node:crypto'
import type { Form } from '@kellersonne/contract/endpoint'
import type { signIn } from '@kellersonne/contract/sessions'
import type { FastifyRequest } from 'fastify'
import { hashPassword, verifyPassword } from '../accounts/password.ts'
import { accountStore } from '../accounts/store.ts'
import { attempts, type Try } from '../attempts/attempts.ts'
import { networkOf } from '../attempts/network.ts'
import type { Db } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { logSecurity } from '../http/security.ts'
import type { beginning } from './beginning.ts'

/** A new session and whose it is. */
export type Started = { readonly session: string; readonly owner: string }

/** What counts the failures of one account from one network. */
export const failures = (email: string, network: string): Try => ({
  limit: 'account_and_network',
  who: `${email} ${network}`,
})

/** Opens a session for who knows the password. Takes the same steps for an address without an account. */
export async function signingIn(
  db: Db,
  attemptKey: Buffer,
  begin: ReturnType<typeof beginning>,
  now: () => Date,
) {
  const accounts = accountStore(db)
  const counted = attempts(db, attemptKey)
  const nobodysHash = await hashPassword(randomUUID())

  return async (form: Form<typeof signIn>, request: FastifyRequest): Promise<Started> => {
    const network = networkOf(request.ip)
    const tries: readonly Try[] = [
      { limit: 'account', who: form.email },
      { limit: 'network', who: network },
      failures(form.email, network),
    ]
    const attempt = await counted.begin(tries, now()).catch((error: unknown) => {
      if (error instanceof Refusal) {
        logSecurity(request, { event: 'sign_in', outcome: 'slowed', owner: null, session: null })
      }
      throw error
    })
    const account = await accounts.byEmail(form.email)
    const genuine = await verifyPassword(account?.passwordHash ?? nobodysHash, form.password)
    if (!account || !genuine) {
      logSecurity(request, {
        event: 'sign_in',
        outcome: 'refused',
        owner: account?.id ?? null,
        session: null,
      })
      throw new Refusal('credentials_wrong')
    }
    await counted.succeed(attempt, 'account_and_network')
    const session = await begin(account.id, form.stay_logged_in, request, account.passwordHash)
    logSecurity(request, { event: 'sign_in', outcome: 'succeeded', owner: account.id, session })
    return { session, owner: account.id }
  }
}
