import { randomUUID } from 'node:crypto'
import type { Form } from '@kellersonne/contract/endpoint'
import type { signIn } from '@kellersonne/contract/sessions'
import type { FastifyRequest } from 'fastify'
import { hashPassword, verifyPassword } from '../accounts/password.ts'
import { accountStore } from '../accounts/store.ts'
import type { Db } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { attempts } from './attempts.ts'
import { logSecurity } from './events.ts'
import { sessionStore } from './store.ts'

/** A new session and whose it is. */
export type Started = { readonly session: string; readonly owner: string }

/** Opens a session for who knows the password. Takes the same steps for an address without an account. */
export async function signingIn(db: Db, attemptKey: Buffer, now: () => Date) {
  const accounts = accountStore(db)
  const counted = attempts(db, attemptKey)
  const nobodysHash = await hashPassword(randomUUID())

  return async (form: Form<typeof signIn>, request: FastifyRequest): Promise<Started> => {
    const attempt = await counted.begin(form.email, request.ip, now()).catch((error: unknown) => {
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
    const started = { session: randomUUID(), owner: account.id }
    await counted.succeed(attempt)
    await sessionStore(db).create(started.session, started.owner, form.stay_logged_in, now())
    logSecurity(request, { event: 'sign_in', outcome: 'succeeded', ...started })
    return started
  }
}
