import type { User } from '@kellersonne/contract/identity/accounts'
import type { Db } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { claimStore } from '../../systems/claim-store.ts'
import { handoverStore } from '../../systems/handover-store.ts'
import { emailLinkStore } from '../email/link-store.ts'
import { identityStore } from '../provider/store.ts'
import { accountStore } from './store.ts'

/** Resolves to an owner's own data. Throws `ApiError` session_required if the owner is gone. */
export async function userOf(db: Db, owner: string, now: Date): Promise<User> {
  const [profile, pendingEmail, linkedSince, claims, handovers] = await Promise.all([
    accountStore(db).profile(owner),
    emailLinkStore(db).pending(owner, now),
    identityStore(db).linkedSince(owner),
    claimStore(db).waitingOf(owner, now),
    handoverStore(db).of(owner),
  ])
  if (!profile) throw new ApiError('session_required')
  const { language, createdAt, emailConfirmedAt, ...rest } = profile
  return {
    ...rest,
    email_confirmed: emailConfirmedAt !== null,
    pending_email: pendingEmail ?? null,
    lang: language,
    created_at: createdAt.toISOString(),
    linked: linkedSince !== undefined,
    linked_since: linkedSince?.toISOString() ?? null,
    claims: claims.map((claim) => ({ ...claim, until: claim.until.toISOString() })),
    handovers: handovers.map(({ sn, role, dueAt, proveBy, isProven }) => ({
      ...{ sn, role, proven: isProven },
      until: dueAt.toISOString(),
      prove_by: proveBy.toISOString(),
    })),
  }
}
