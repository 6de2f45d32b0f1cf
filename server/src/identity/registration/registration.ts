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
import type { PasswordTurns } from '../accounts/password-turns.ts'
import { accountStore } from '../accounts/store.ts'
import { isWeakFor } from '../accounts/weakness.ts'
import type { ConfirmFirst } from '../email/first-confirmation.ts'
import type { LinkCall } from '../email/link-password.ts'
import type { BeginSession, RequireValid } from '../sessions/session-start.ts'
import { createAccountConfirmation } from './confirm-account.ts'
import { createRegistration, type Deps } from './create-registration.ts'
import { limitNewAccounts } from './limit-new-accounts.ts'
import { registrationStore } from './store.ts'

/** Only codes have these outcomes. */
const hasCode = ({ outcome }: Claim) => outcome === 'claimed' || outcome === 'handover'

type Wanted = Form<typeof confirmRegistration>
/** A registration whose link is followed. `given`: the codes, which the registration does not keep. */
type Followed = Pick<Wanted, 'account' | 'password'> & {
  readonly id: string
  readonly email: string
  readonly given: readonly string[]
}

const nobody = { owner: null, session: null } as const

/** Mounts registration: immediate with a code, or confirmed by a link sent to the address. */
export function registration(
  api: Api,
  deps: Deps & {
    readonly begin: BeginSession
    readonly passwords: PasswordTurns
    readonly confirmFirst: ConfirmFirst
  },
): void {
  const { db, now, secret, config, begin } = deps
  const read = linkReader({ db, now, secret }, 'registration')
  const look = linkReader({ db, now, secret }, 'registration', 'link_check')
  const enrol = createRegistration(deps)
  const confirmAccount = createAccountConfirmation(deps)

  /** `requireValid` as for `BeginSession`. */
  async function enter({ owner, made }: Created, request: FastifyRequest, requireValid?: RequireValid) {
    logSecurity(request, { event: 'registration', outcome: 'succeeded', owner, session: null })
    for (const _ of made) logSecurity(request, { event: 'claim', outcome: 'succeeded', owner, session: null })
    const { access, refresh } = await begin(owner, false, request, requireValid)
    return { outcome: 'registered', access, refresh, systems: made.map(claimToWire) } as const
  }

  /** Begins no session by a password that has been replaced since the account was confirmed. */
  async function enterConfirmed(followed: Followed, call: LinkCall) {
    const { hash, ...confirmed } = await confirmAccount(followed, call)
    return enter(confirmed, call.request, async (sql) => {
      if ((await accountStore(sql).passwordHash(confirmed.owner)) !== hash)
        throw new ApiError('password_wrong')
    })
  }

  async function follow({ token, account, password, ...codes }: Wanted, request: FastifyRequest) {
    const id = await read(token, request)
    const found = await registrationStore(db).find(id, now())
    if (!found) throw new ApiError('link_invalid')
    const { email } = found
    return { id, email, account, password, given: Object.values(codes).flatMap((code) => code ?? []) }
  }

  async function createNew({ email, password, ...followed }: Followed, request: FastifyRequest) {
    if (await isWeakFor(password, email))
      throw new ApiError('input_invalid', { fields: { password: 'common' } })
    const passwordHash = await hashPassword(password)
    return db.transaction((sql) => create(sql, followed, passwordHash, request))
  }

  async function create(
    sql: Sql,
    { id, account, given }: Pick<Followed, 'id' | 'account' | 'given'>,
    passwordHash: string,
    request: FastifyRequest,
  ): Promise<Created> {
    const taken = await registrationStore(sql).take(id, now())
    if (!taken) throw new ApiError('link_invalid')
    const { email, details } = taken
    // It would lose the address, which only somebody who knows of it may want.
    if (account === undefined && (await accountStore(sql).unconfirmed(email)))
      throw new ApiError('input_invalid', { fields: { account: 'required' } })
    const network = networkOf(request.ip)
    const confirmed = { email, details: { ...details, keys: [...details.keys, ...given] }, isConfirmed: true }
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
    const account = await accountStore(db).unconfirmed(found.email)
    const since = account?.createdAt.toISOString() ?? null
    return { email: found.email, serial_numbers: numbers, codes, unconfirmed_since: since }
  })

  /** A refused password leaves the link valid, as does a limit. */
  mount(api, confirmRegistration, async ({ form, ...call }) => {
    const { request } = call
    const refused = logRefusal(request, { event: 'registration', ...nobody })
    const followed = await follow(form, request).catch(refused)
    if (followed.account === 'existing') return enterConfirmed(followed, call).catch(refused)
    return enter(await createNew(followed, request).catch(refused), request)
  })
}
