import {
  COMMANDS_A_PAGE,
  getCommand,
  listCommands,
  sendCommand,
} from '@kellersonne/contract/control/commands'
import { accountStore } from '../identity/accounts/store.ts'
import type { Db } from '../platform/db/database.ts'
import { deriveKey } from '../platform/derive.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { type Api, mount } from '../platform/http/mount.ts'
import { logRefusal, logSecurity } from '../platform/http/security.ts'
import { rateLimits } from '../platform/rate-limits/rate-limits.ts'
import { type Caller, systemAccess } from '../systems/access.ts'
import { issueCommand } from './issue-command.ts'
import { endOverdue } from './overdue.ts'
import { commandStore } from './store.ts'
import { toWire } from './wire.ts'

type Deps = { readonly db: Db; readonly now: () => Date; readonly secret: Buffer }

/** Mounts the routes that issue commands and report their status. */
export function commands(api: Api, { db, now, secret }: Deps): void {
  const counted = rateLimits(db, deriveKey(secret, 'attempt'))

  async function addressOf(owner: string): Promise<string> {
    const profile = await accountStore(db).profile(owner)
    if (!profile) throw new ApiError('session_required')
    return profile.email
  }
  async function read(id: string, caller: Caller) {
    const command = await commandStore(db).find(id, caller)
    if (!command) throw new ApiError('not_found')
    return toWire(command, await addressOf(caller.owner))
  }

  mount(api, sendCommand, async ({ caller, form, request }) => {
    const { owner, session } = caller
    const event = { event: 'command', owner, session } as const
    const order = { name: form.command, value: form.value ?? null }
    const { id, isNew } = await counted
      .begin([{ limit: 'command', who: owner }], now())
      .then(() => issueCommand(db, { sn: form.sn, caller, order, now: now() }))
      .catch(logRefusal(request, event))
    if (isNew) logSecurity(request, { ...event, outcome: 'succeeded' })
    return read(id, caller)
  })

  // So that responses are correct even if no process with the role jobs is running.
  const upToDate = () => db.transaction((sql) => endOverdue(sql, now()))

  mount(api, getCommand, async ({ caller, params }) => {
    await upToDate()
    return read(params.id, caller)
  })

  mount(api, listCommands, async ({ caller, query: { sn, page } }) => {
    await systemAccess(db).one(caller, 'control', sn)
    await upToDate()
    const by = await addressOf(caller.owner)
    const offset = (page - 1) * COMMANDS_A_PAGE
    const { total, commands } = await commandStore(db).page(sn, caller, { limit: COMMANDS_A_PAGE, offset })
    return { total, commands: commands.map((one) => toWire(one, by)) }
  })
}
