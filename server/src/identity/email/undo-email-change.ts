import { randomBytes } from 'node:crypto'
import type { undoEmailChange } from '@kellersonne/contract/identity/email'
import type { Form } from '@kellersonne/contract/shared/endpoint'
import type { FastifyRequest } from 'fastify'
import type { Db, Sql } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { linkReader } from '../../platform/links/link-reader.ts'
import { hashPassword } from '../accounts/password.ts'
import { accountStore } from '../accounts/store.ts'
import { addMail } from '../mail/mails.ts'
import { endLinks } from '../provider/owner-link.ts'
import { endWithPassword, type OnPasswordReplaced } from '../sessions/end-with-password.ts'
import { type EmailLink, emailLinkStore } from './link-store.ts'
import { lockAccount } from './lock-account.ts'

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly secret: Buffer
  readonly onPasswordReplaced: OnPasswordReplaced
}

/** Returns the hash of a password that nobody knows. */
const unknownPassword = () => hashPassword(randomBytes(32).toString('base64'))

/**
 * Restores an account's former address. Whoever changed it knew the password and may have linked their own sign-in:
 * ends all sessions, voids password and linked sign-in, and sends a password reset link. Throws `ApiError`
 * link_invalid, too_many_attempts.
 */
export function createEmailUndo({ db, now, secret, onPasswordReplaced }: Deps) {
  const read = linkReader({ db, now, secret }, 'email_undo')

  async function restore(sql: Sql, id: string, { owner, email }: EmailLink, passwordHash: string) {
    const was = await lockAccount(sql, owner)
    await emailLinkStore(sql).dropUndosSince(id)
    if (!(await emailLinkStore(sql).take(id, 'undo', now()))) throw new ApiError('link_invalid')
    if (!(await accountStore(sql).confirmEmail(owner, email, now()))) throw new ApiError('link_invalid')
    await accountStore(sql).change(owner, { passwordHash }, now())
    await emailLinkStore(sql).dropConfirmations(owner)
    await endLinks(sql, owner, now())
    await endWithPassword(sql, deriveKey(secret, 'attempt'), owner, { session: null, network: null })
    await onPasswordReplaced(sql, owner)
    // Its owner may have returned to it in the settings before.
    if (was.email.toLowerCase() !== email.toLowerCase())
      await addMail(sql, { kind: 'email_lost', owner, address: was.email }, now())
    await addMail(sql, { kind: 'reset', address: email }, now())
  }

  return async ({ token }: Form<typeof undoEmailChange>, request: FastifyRequest): Promise<EmailLink> => {
    const id = await read(token, request)
    const link = await emailLinkStore(db).find(id, 'undo', now())
    if (!link) throw new ApiError('link_invalid')
    const passwordHash = await unknownPassword()
    await db.transaction((sql) => restore(sql, id, link, passwordHash))
    return link
  }
}
