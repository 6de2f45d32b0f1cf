import { checkRegistration, confirmRegistration, register } from '@kellersonne/contract/identity/registration'
import type { Form } from '@kellersonne/contract/shared/endpoint'
import type { FastifyRequest } from 'fastify'
import type { Sql } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type Api, mount } from '../../platform/http/mount.ts'
import { logRefusal, logSecurity } from '../../platform/http/security.ts'
import { linkReader } from '../../platform/links/link-reader.ts'
import { networkOf } from '../../platform/rate-limits/network.ts'
import { type Claim, claimToWire, keysOf } from '../../systems/claims.ts'
import { type Created, createAccount } from '../accounts/create-account.ts'
import { hashPassword } from '../accounts/password.ts'
import { isWeakFor } from '../accounts/weakness.ts'
import type { BeginSession } from '../sessions/session-start.ts'
import { createRegistration, type Deps } from './create-registration.ts'
import { limitNewAccounts } from './limit-new-accounts.ts'
import { confirmOwnAccount, ownAccount } from './own-account.ts'
import { registrationStore } from './store.ts'

/** Only codes have these outcomes. */
const hasCode = ({ outcome }: Claim) => outcome === 'claimed' || outcome === 'handover'

/** `own`: the account that the link confirms; null for a new one. `given`: the codes, which the registration does not keep. */
type Followed = {
  readonly id: string
  readonly own: Awaited<ReturnType<typeof ownAccount>>
  readonly passwordHash: string
  readonly given: readonly string[]
}

const nobody = { owner: null, session: null } as const

/** Mounts registration: immediate with a code, or confirmed by a link sent to the address. */
export function registration(api: Api, deps: Deps & { readonly begin: BeginSession }): void {
  const { db, now, secret, config, begin } = deps
  const read = linkReader({ db, now, secret }, 'registration')
  const look = linkReader({ db, now, secret }, 'registration', 'link_check')
  const enrol = createRegistration(deps)

  async function enter({ owner, made }: Created, request: FastifyRequest) {
    logSecurity(request, { event: 'registration', outcome: 'succeeded', owner, session: null })
    for (const _ of made) logSecurity(request, { event: 'claim', outcome: 'succeeded', owner, session: null })
    const { access, refresh } = await begin(owner, false, request)
    return { outcome: 'registered', access, refresh, systems: made.map(claimToWire) } as const
  }

  /** A refused password leaves the link valid, as does a limit. */
  async function confirm(
    { token, password, ...codes }: Form<typeof confirmRegistration>,
    request: FastifyRequest,
  ) {
    const id = await read(token, request)
    const email = await registrationStore(db).email(id, now())
    if (email === undefined) throw new ApiError('link_invalid')
    if (await isWeakFor(password, email))
      throw new ApiError('input_invalid', { fields: { password: 'common' } })
    const own = await ownAccount({ db, now, secret }, email, password)
    const passwordHash = own ? own.hash : await hashPassword(password)
    const given = Object.values(codes).flatMap((code) => code ?? [])
    return db.transaction((sql) => create(sql, { id, own, passwordHash, given }, request))
  }

  async function create(
    sql: Sql,
    { id, own, passwordHash, given }: Followed,
    request: FastifyRequest,
  ): Promise<Created> {
    const taken = await registrationStore(sql).take(id, now())
    if (!taken) throw new ApiError('link_invalid')
    const network = networkOf(request.ip)
    const { email, details } = taken
    const keys = [...details.keys, ...given]
    if (own) {
      const confirmed = await confirmOwnAccount(sql, { db, now, secret }, own, { email, keys, network })
      if (!confirmed) throw new ApiError('link_invalid')
      return confirmed
    }
    const confirmed = { email, details: { ...details, keys }, isConfirmed: true }
    const created = await createAccount(sql, { secret, network }, confirmed, passwordHash, now())
    if ('taken' in created) throw new ApiError('link_invalid')
    // Last: it locks what all new accounts count in.
    if (!created.made.some(hasCode))
      await limitNewAccounts(sql, { secret, aDay: config.ACCOUNTS_A_DAY }, request, now())
    return created
  }

  mount(api, register, async ({ form, request, aside }) => {
    const created = await enrol(form, { request, aside }).catch(
      logRefusal(request, { event: 'registration', ...nobody }),
    )
    if (created) return enter(created, request)
    logSecurity(request, { event: 'registration_request', outcome: 'succeeded', ...nobody })
    return { outcome: 'mailed' } as const
  })

  mount(api, checkRegistration, async ({ form, request }) => {
    const found = await registrationStore(db).find(await look(form.token, request), now())
    if (!found) throw new ApiError('link_invalid')
    const { keys, codes } = found.details
    const numbers = keysOf(keys).flatMap((key) => (key.kind === 'sn' ? [key.sn] : []))
    return { email: found.email, serial_numbers: numbers, codes }
  })

  mount(api, confirmRegistration, async ({ form, request }) => {
    const event = { event: 'registration', ...nobody } as const
    return enter(await confirm(form, request).catch(logRefusal(request, event)), request)
  })
}
