import { randomUUID } from 'node:crypto'
import { removeCustomer } from '@kellersonne/contract/identity/accounts'
import type { Db } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { clearCache } from '../../platform/http/cached.ts'
import { type Api, mount } from '../../platform/http/mount.ts'
import { logRefusal, logSecurity } from '../../platform/http/security.ts'
import { removeOwner } from './deletion.ts'
import { createPasswordCheck } from './password-check.ts'

type Deps = { readonly db: Db; readonly now: () => Date; readonly secret: Buffer }

/** Mounts the deletion of one's own account. */
export function removal(api: Api, deps: Deps): void {
  const confirmPassword = createPasswordCheck(deps)

  mount(api, removeCustomer, async ({ caller: { owner, session }, form, request, reply }) => {
    await confirmPassword({ owner, session }, form.password).catch(
      logRefusal(request, { event: 'deletion', owner, session }),
    )
    if (!(await removeOwner(deps.db, owner, deps.now()))) throw new ApiError('session_required')
    // Nothing may identify the former owner any more, not even this log line.
    logSecurity(request, { event: 'deletion', outcome: 'succeeded', owner: randomUUID(), session: null })
    clearCache(reply)
    return {}
  })
}
