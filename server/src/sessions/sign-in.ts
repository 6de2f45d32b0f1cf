import { randomUUID } from 'node:crypto'
import type { Form } from '@kellersonne/contract/endpoint'
import type { signIn } from '@kellersonne/contract/sessions'
import type { FastifyRequest } from 'fastify'
import { hashPassword, verifyPassword } from '../accounts/password.ts'
import { accountStore } from '../accounts/store.ts'
import { attempts } from '../attempts/attempts.ts'
import type { Db } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { logSecurity } from '../http/security.ts'
import type { beginning } from './beginning.ts'
import type { signInLimits } from './sign-in-limits.ts'

/** A new session and whose it is. */
export type Started = { readonly session: string; readonly owner: string }

/** Opens a session for who knows the password. Takes the same steps for an address without an account. */
export async function signingIn(
  db: Db,
  attemptKey: Buffer,
  begin: ReturnType<typeof beginning>,
  count: ReturnType<typeof signInLimits>,
) {
  const accounts = accountStore(db)
  const counted = attempts(db, attemptKey)
  const nobodysHash = await hashPassword(randomUUID())

  return async (form: Form<typeof signIn>, request: FastifyRequest): Promise<Started> => {
    const account = await accounts.byEmail(form.email)
    const attempt = await count(request, form.email, account).catch((error: unknown) => {
      if (error instanceof Refusal) {
        logSecurity(request, { event: 'sign_in', outcome: 'slowed', owner: null, session: null })
      }
      throw error
    })
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
    await counted.succeed(attempt, 'account_and_network', 'device')
    const session = await begin(account.id, form.stay_logged_in, request, account.passwordHash)
    logSecurity(request, { event: 'sign_in', outcome: 'succeeded', owner: account.id, session })
    return { session, owner: account.id }
  }
}
