import { randomUUID } from 'node:crypto'
import { phoneNumber } from '@kellersonne/contract/identity/phone'
import type { register } from '@kellersonne/contract/identity/registration'
import type { Form } from '@kellersonne/contract/shared/endpoint'
import type { FieldRule } from '@kellersonne/contract/shared/errors'
import type { ClaimOutcome } from '@kellersonne/core/systems/claims'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Aside } from '../../platform/http/turns/fair-queue.ts'
import { invariant } from '../../platform/invariant.ts'
import type { Transport } from '../../platform/mail/transport.ts'
import { networkOf, siteOf } from '../../platform/rate-limits/network.ts'
import { type RateLimitKey, rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { claims, keysOf } from '../../systems/claims.ts'
import { codeKeyOf } from '../../systems/codes.ts'
import { type Created, createAccount } from '../accounts/create-account.ts'
import { hashPassword } from '../accounts/password.ts'
import { accountStore } from '../accounts/store.ts'
import { isWeakFor } from '../accounts/weakness.ts'
import { limitUnproven } from '../mail/limit-unproven.ts'
import { createMailCheck } from '../mail/mail-check.ts'
import { addMail } from '../mail/mails.ts'
import { type Ticket, tickets } from '../provider/tickets.ts'
import { type Registration, registrationStore } from './store.ts'

export type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly secret: Buffer
  /** null if mail is not configured. */
  readonly mail: Pick<Transport, 'isReachable'> | null
  readonly config: Pick<Config, 'OWN_SYSTEMS' | 'ACCOUNTS_A_DAY'>
}
type Wanted = Form<typeof register>
type Call = { readonly request: FastifyRequest; readonly aside: Aside }
type Faults = Readonly<Record<string, FieldRule>>

const fields = ['key1', 'key2', 'key3'] as const
const givenIn = (form: Wanted) => fields.filter((field) => form[field] !== undefined)
const codesIn = (form: Wanted): RateLimitKey[] =>
  keysOf(textsIn(form)).flatMap((key) =>
    key.kind === 'code' ? [{ limit: 'registration_code', who: key.code }] : [],
  )
const textsIn = (form: Wanted) => fields.flatMap((field) => form[field] ?? [])

/** Returns an error per field whose key cannot be claimed. `outcomes` in the order of the keys. */
function keyFaults(form: Wanted, outcomes: readonly ClaimOutcome[]): Faults {
  const faults = givenIn(form).map((field, i) => [field, outcomes[i]] as const)
  return Object.fromEntries(
    faults.flatMap(([field, outcome]) =>
      outcome === 'taken' || outcome === 'unknown' ? [[field, outcome]] : [],
    ),
  )
}

const isVouchedFor = (ticket: Ticket | null, email: string) =>
  ticket?.email?.toLowerCase() === email.toLowerCase()

const refuseFor = (faults: Faults) => {
  if (Object.keys(faults).length > 0) throw new ApiError('input_invalid', { fields: faults })
}

/**
 * Registers an owner. With the code of an unowned system, the account is created at once, and an address that has one
 * is reported as taken. With serial numbers only, which can be guessed, a link is mailed (null), whether or not the
 * address or the numbers are known. Throws `ApiError` input_invalid with the error of each field, ticket_expired,
 * too_many_attempts, too_many_waits, too_many_mails, mail_unavailable.
 */
export function createRegistration({ db, now, secret, mail, config }: Deps) {
  const attemptKey = deriveKey(secret, 'attempt')
  const counted = rateLimits(db, attemptKey)
  const requireMail = createMailCheck({ mail, counted })
  const codeKey = codeKeyOf(secret)
  const { read } = tickets(deriveKey(secret, 'ticket'))

  function ticketOf({ ticket }: Wanted): Ticket | null {
    if (ticket === undefined) return null
    const known = read(ticket, now())
    if (!known) throw new ApiError('ticket_expired')
    return known
  }

  /**
   * Returns the identity to link. Nobody may register a stranger's address, let the stranger confirm it and then have
   * access to their account: with confirmation by link only, the provider must vouch for the address.
   */
  function identityOf(ticket: Ticket | null, email: string, proves: boolean) {
    if (!ticket || !(proves || isVouchedFor(ticket, email))) return null
    return { issuer: ticket.issuer, subject: ticket.subject }
  }

  /**
   * `proves`: the account can be created at once, because one of the keys is the code of a claimable system, and the
   * address has no account yet. An unconfirmed one may belong to somebody who mistyped their address; a link settles
   * that. `outcomes` in the order of the keys.
   */
  async function check(form: Wanted, ticket: Ticket | null) {
    const outcomes = await claims(db, codeKey).judge(keysOf(textsIn(form)), null, now())
    const keys = keyFaults(form, outcomes)
    const proves = outcomes.includes('claimed')
    const mayKnow = proves && Object.keys(keys).length === 0
    if (mayKnow) await counted.begin(codesIn(form), now())
    const holder = mayKnow ? await accountStore(db).byEmail(form.email) : undefined
    const known = holder?.isConfirmed
    const weak = await isWeakFor(form.password, form.email)
    refuseFor({ ...keys, ...(known && { email: 'taken' }), ...(weak && { password: 'common' }) })
    return { outcomes, proves: proves && (holder === undefined || isVouchedFor(ticket, form.email)) }
  }

  function registrationOf(form: Wanted, ticket: Ticket | null, proves: boolean): Registration {
    const { email, lang: language, country, terms } = form
    const phone = phoneNumber(form.phone, country)
    invariant(phone !== null, 'registration: the phone number was not validated')
    const at = now().toISOString()
    const identity = identityOf(ticket, email, proves)
    return { email, details: { language, phone, country, terms, at, keys: textsIn(form), identity } }
  }

  async function create(
    form: Wanted,
    registration: Registration & { readonly isConfirmed: boolean },
    expected: readonly ClaimOutcome[],
    network: string,
  ): Promise<Created> {
    const passwordHash = await hashPassword(form.password)
    return db.transaction(async (sql) => {
      const created = await createAccount(sql, { secret, network }, registration, passwordHash, now())
      if ('owner' in created) {
        // Somebody else has just claimed what was free: not what the form promised.
        const outcomes = created.made.map(({ outcome }, i) =>
          outcome === 'handover' && expected[i] === 'claimed' ? 'taken' : outcome,
        )
        refuseFor(keyFaults(form, outcomes))
        return created
      }
      if (created.taken === 'identity') throw new ApiError('ticket_expired')
      throw new ApiError('input_invalid', { fields: { email: 'taken' } })
    })
  }

  /**
   * Stores the registration until its link is used, or another one to its address. Where no other mail may be sent,
   * whoever waits for one would wait in vain, so it is refused: alike whether the address has an account or not.
   */
  async function postpone(registration: Registration, site: string): Promise<null> {
    const { email: address } = registration
    const id = randomUUID()
    await db.transaction(async (sql) => {
      // In the transaction: what is refused does not count for the site.
      await limitUnproven(rateLimits(sql, attemptKey), 'registration', { address, site }, now()).catch(
        (error: unknown) => {
          throw error instanceof ApiError ? new ApiError('too_many_mails', error.detail) : error
        },
      )
      await registrationStore(sql).add(id, registration, now())
      const details = { registration: id }
      await addMail(sql, { kind: 'registration', address, details }, now())
    })
    return null
  }

  return async (form: Wanted, { request: { ip }, aside }: Call): Promise<Created | null> => {
    const [network, site] = [networkOf(ip), siteOf(ip)]
    const tries: readonly RateLimitKey[] = [
      { limit: 'registration', who: network },
      { limit: 'registration_site', who: site },
    ]
    await counted.begin(tries, now())
    if (form.own_system && config.OWN_SYSTEMS === null) refuseFor({ own_system: 'unknown' })
    const ticket = ticketOf(form)
    const { outcomes, proves } = await check(form, ticket)
    if (!proves) await requireMail([], aside)
    const registration = registrationOf(form, ticket, proves)
    if (!proves) return postpone(registration, site)
    const isConfirmed = isVouchedFor(ticket, form.email)
    return create(form, { ...registration, isConfirmed }, outcomes, network)
  }
}
