import type { Form } from '@kellersonne/contract/endpoint'
import { confirmRegistration, register } from '@kellersonne/contract/registration'
import type { FastifyRequest } from 'fastify'
import { attempts } from '../attempts/attempts.ts'
import { networkOf } from '../attempts/network.ts'
import { deriveKey } from '../derive.ts'
import { type Api, mount } from '../http/mount.ts'
import { Refusal } from '../http/refusal.ts'
import { logRefusal, logSecurity } from '../http/security.ts'
import { linkTokens } from '../mail/link-tokens.ts'
import type { BeginSession } from '../sessions/beginning.ts'
import { claimToWire } from '../systems/claims.ts'
import { type Created, createAccount } from './creating.ts'
import { hashPassword } from './password.ts'
import { type Deps, registering } from './registering.ts'
import { registrationStore } from './registration-store.ts'
import { isWeakFor } from './weakness.ts'

const nobody = { owner: null, session: null } as const

/** Mounts registration: at once by a code, or by a link that is sent to the address. */
export function registration(api: Api, deps: Deps & { readonly begin: BeginSession }): void {
  const { db, now, secret, begin } = deps
  const counted = attempts(db, deriveKey(secret, 'attempt'))
  const tokens = linkTokens(secret, 'registration')
  const enrol = registering(deps)

  async function enter({ owner, made }: Created, request: FastifyRequest) {
    logSecurity(request, { event: 'registration', outcome: 'succeeded', owner, session: null })
    for (const _ of made) logSecurity(request, { event: 'claim', outcome: 'succeeded', owner, session: null })
    const { access, refresh } = await begin(owner, false, request)
    return { outcome: 'registered', access, refresh, systems: made.map(claimToWire) } as const
  }

  /** A password that is refused leaves the link good. */
  async function confirm({ token, password }: Form<typeof confirmRegistration>, { ip }: FastifyRequest) {
    const network = networkOf(ip)
    await counted.begin([{ limit: 'link', who: network }], now())
    const id = tokens.read(token)
    if (id === null) throw new Refusal('link_invalid')
    return db.transaction(async (sql): Promise<Created> => {
      const taken = await registrationStore(sql).take(id, now())
      if (!taken) throw new Refusal('link_invalid')
      if (await isWeakFor(password, taken.email))
        throw new Refusal('input_invalid', { fields: { password: 'common' } })
      const passwordHash = await hashPassword(password)
      const created = await createAccount(
        sql,
        { secret, network },
        { ...taken, isConfirmed: true },
        passwordHash,
        now(),
      )
      if ('taken' in created) throw new Refusal('link_invalid')
      return created
    })
  }

  mount(api, register, async ({ form, request }) => {
    const created = await enrol(form, request).catch(
      logRefusal(request, { event: 'registration', ...nobody }),
    )
    if (created) return enter(created, request)
    logSecurity(request, { event: 'registration_request', outcome: 'succeeded', ...nobody })
    return { outcome: 'mailed' } as const
  })

  mount(api, confirmRegistration, async ({ form, request }) => {
    const event = { event: 'registration', ...nobody } as const
    return enter(await confirm(form, request).catch(logRefusal(request, event)), request)
  })
}
