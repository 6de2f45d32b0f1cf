import { nameSystem } from '@kellersonne/contract/systems/names'
import {
  addSystems,
  listSystems,
  objectToHandover,
  releaseSystem,
} from '@kellersonne/contract/systems/systems'
import { type SerialNumber, systemList } from '@kellersonne/core/systems/systems'
import type { FastifyRequest } from 'fastify'
import type { Db, Sql } from '../platform/db/database.ts'
import { deriveKey } from '../platform/derive.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { type Api, type Caller, mount } from '../platform/http/mount.ts'
import { logRefusal, logSecurity } from '../platform/http/security.ts'
import type { Aside, Reply } from '../platform/http/turns/fair-queue.ts'
import { networkOf } from '../platform/rate-limits/network.ts'
import { rateLimits } from '../platform/rate-limits/rate-limits.ts'
import { requireOpenSession, systemAccess } from './access.ts'
import { claims, claimToWire, keysOf } from './claims.ts'
import { codeKeyOf } from './codes.ts'
import { handoverStore } from './handover-store.ts'
import { objectTo } from './handovers.ts'
import { limitPendingClaims } from './limit-pending-claims.ts'
import type { SystemMail } from './mails.ts'
import { keepOwner } from './owners.ts'
import { ownSystemStore } from './pairing/own-system-store.ts'
import { systemStore } from './store.ts'

type OwnersCall = {
  readonly caller: Caller
  readonly request: FastifyRequest
  readonly reply: Reply
  readonly aside: Aside
}
type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly secret: Buffer
  /** Resolves if the caller's password is correct. Throws `ApiError` password_wrong, too_many_attempts, unavailable. */
  readonly confirmPassword: (call: OwnersCall, password: string) => Promise<unknown>
  /** Adds a mail, unless there were too many of its kind. */
  readonly notice: (sql: Sql, mail: SystemMail, now: Date) => Promise<void>
}

/** Mounts the routes that list, add, name and remove an owner's systems. */
export function systems(api: Api, { db, now, secret, confirmPassword, notice }: Deps): void {
  const attemptKey = deriveKey(secret, 'attempt')
  const codeKey = codeKeyOf(secret)

  /** Claims keys and resolves to their outcomes; claims nothing if the owner has begun too many claims. */
  const make = (keys: readonly string[], owner: string, network: string, at: Date) =>
    db.transaction(async (sql) => {
      const made = await claims(sql, codeKey).make(keysOf(keys), owner, at)
      await limitPendingClaims(sql, attemptKey, made, { owner, network }, at)
      return made
    })

  mount(api, listSystems, async ({ caller }) => {
    const owned = await systemAccess(db).all(caller, 'see')
    return systemList(owned.map(({ sn, phase, name }) => ({ sn, phase, ...(name !== null && { name }) })))
  })

  mount(api, addSystems, async ({ caller: { owner, session }, form, request }) => {
    const event = { event: 'claim', owner, session } as const
    const network = networkOf(request.ip)
    const tries = [
      { limit: 'claim', who: owner, times: form.sn.length },
      { limit: 'claim_network', who: network, times: form.sn.length },
    ] as const
    const counted = rateLimits(db, attemptKey).begin(tries, now())
    const made = await counted
      .then(() => make(form.sn, owner, network, now()))
      .catch(logRefusal(request, event))
    for (const { outcome } of made) {
      const refused = outcome === 'taken' || outcome === 'unknown'
      logSecurity(request, { ...event, outcome: refused ? 'refused' : 'succeeded' })
    }
    return made.map(claimToWire)
  })

  mount(api, releaseSystem, async ({ form, ...call }) => {
    const { caller, request } = call
    const { owner, session } = caller
    const event = { event: 'release', owner, session } as const
    const { password } = form
    if (password !== undefined) await confirmPassword(call, password).catch(logRefusal(request, event))
    const released = await db.transaction(async (sql) => {
      await keepOwner(sql, owner)
      await requireOpenSession(sql, session)
      const cancelled = await handoverStore(sql).cancel(form.sn, owner)
      const isOwned = (await systemAccess(sql).all(caller, 'see')).some(({ sn }) => sn === form.sn)
      // Whoever has a token alone must not end what the owner sees of the past.
      if (isOwned && password === undefined)
        throw new ApiError('input_invalid', { fields: { password: 'required' } })
      const kind = await givenUp(sql, form.sn, owner)
      const isDone = await systemStore(sql).release(form.sn, owner, now())
      if (isDone && isOwned) await notice(sql, { kind, owner, details: { sn: form.sn } }, now())
      return isDone || cancelled
    })
    logSecurity(request, { ...event, outcome: released ? 'succeeded' : 'refused' })
    if (!released) throw new ApiError('not_found')
    return {}
  })

  mount(api, nameSystem, async ({ caller, form: { sn, name } }) => {
    await rateLimits(db, attemptKey).begin([{ limit: 'name', who: caller.owner }], now())
    await db.transaction(async (sql) => {
      const system = await systemAccess(sql).hold(caller, 'see', sn)
      await systemStore(sql).rename(system.id, name)
    })
    return { name }
  })

  mount(api, objectToHandover, async ({ caller: { owner, session }, form: { sn }, request }) => {
    const ended = await db.transaction((sql) => objectTo(sql, sn, owner, now()))
    logSecurity(request, { event: 'objection', owner, session, outcome: ended ? 'succeeded' : 'refused' })
    if (!ended) throw new ApiError('not_found')
    return {}
  })
}

/** The mail to an owner who gives a system up, which says how to get it back if it was somebody else. */
async function givenUp(sql: Sql, sn: SerialNumber, owner: string) {
  if ((await handoverStore(sql).claimantOf(sn, owner)) !== undefined) return 'system_given_on'
  const own = await ownSystemStore(sql).of(owner)
  return own.some((one) => one.sn === sn) ? 'own_system_given_up' : 'system_given_up'
}
