import { randomUUID } from 'node:crypto'
import { removeCustomer } from '@kellersonne/contract/identity/accounts'
import type { Db } from '../../platform/db/database.ts'
import { clearCache } from '../../platform/http/cached.ts'
import { type Api, mount } from '../../platform/http/mount.ts'
import { logRefusal, logSecurity } from '../../platform/http/security.ts'
import { removeOwnAccount } from './deletion.ts'
import type { ConfirmPassword } from './password-check.ts'

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly confirmPassword: ConfirmPassword
  /** null if mail is not configured. */
  readonly mail: object | null
}

/** Mounts the deletion of one's own account. */
export function removal(api: Api, deps: Deps): void {
  // Without a mail server, the outbox would keep the address for good.
  const isNoticed = deps.mail !== null

  mount(api, removeCustomer, async ({ form, ...call }) => {
    const { request, reply } = call
    const { owner, session } = call.caller
    await deps
      .confirmPassword(call, form.password)
      .catch(logRefusal(request, { event: 'deletion', owner, session }))
    await removeOwnAccount(deps.db, { owner, session }, isNoticed, deps.now())
    // Nothing may identify the former owner any more, not even this log line.
    logSecurity(request, { event: 'deletion', outcome: 'succeeded', owner: randomUUID(), session: null })
    clearCache(reply)
    return {}
  })
}
