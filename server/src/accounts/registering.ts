import type { Form } from '@kellersonne/contract/endpoint'
import type { FieldRule } from '@kellersonne/contract/errors'
import { phoneNumber } from '@kellersonne/contract/phone'
import type { register } from '@kellersonne/contract/registration'
import type { ClaimOutcome } from '@kellersonne/core/claims'
import type { FastifyRequest } from 'fastify'
import { attempts } from '../attempts/attempts.ts'
import { networkOf } from '../attempts/network.ts'
import type { Db, Sql } from '../db/database.ts'
import { deriveKey } from '../derive.ts'
import { Refusal } from '../http/refusal.ts'
import { mailStore } from '../mail/store.ts'
import { type Identity, identityStore } from '../provider/store.ts'
import { tickets } from '../provider/tickets.ts'
import { type Claim, claims, keysOf } from '../systems/claims.ts'
import { codeKeyOf } from '../systems/codes.ts'
import { hashPassword } from './password.ts'
import { accountStore } from './store.ts'
import { isWeakFor } from './weakness.ts'

type Deps = { readonly db: Db; readonly now: () => Date; readonly secret: Buffer }
type Wanted = Form<typeof register>
type Faults = Readonly<Record<string, FieldRule>>
type Registration = { readonly owner: string; readonly made: readonly Claim[] }

const fields = ['key1', 'key2', 'key3'] as const
const givenIn = (form: Wanted) => fields.filter((field) => form[field] !== undefined)
const keysIn = (form: Wanted) => keysOf(fields.flatMap((field) => form[field] ?? []))

/** By field, each key that cannot be had. `outcomes` in the order of the keys. */
function keyFaults(form: Wanted, outcomes: readonly ClaimOutcome[]): Faults {
  const faults = givenIn(form).map((field, i) => [field, outcomes[i]] as const)
  return Object.fromEntries(
    faults.flatMap(([field, outcome]) =>
      outcome === 'taken' || outcome === 'unknown' ? [[field, outcome]] : [],
    ),
  )
}

const refuseFor = (faults: Faults) => {
  if (Object.keys(faults).length > 0) throw new Refusal('input_invalid', { fields: faults })
}

/**
 * Makes an account with its systems, wholly or not at all. Throws input_invalid with what stands against which
 * field, ticket_expired, too_many_attempts.
 */
export function registering({ db, now, secret }: Deps) {
  const counted = attempts(db, deriveKey(secret, 'attempt'))
  const codeKey = codeKeyOf(secret)
  const { read } = tickets(deriveKey(secret, 'ticket'))

  function identityOf({ ticket }: Wanted): Identity | null {
    if (ticket === undefined) return null
    const identity = read(ticket, now())
    if (!identity) throw new Refusal('ticket_expired')
    return identity
  }

  /** Whether an address has an account is told only to who has keys that nobody else has. */
  async function check(form: Wanted) {
    const keys = keyFaults(form, await claims(db, codeKey).judge(keysIn(form), null, now()))
    const mayBeTold = Object.keys(keys).length === 0
    const known = mayBeTold && (await accountStore(db).byEmail(form.email)) !== undefined
    const weak = await isWeakFor(form.password, form.email)
    refuseFor({ ...keys, ...(known && { email: 'taken' }), ...(weak && { password: 'common' }) })
  }

  async function createOwner(sql: Sql, form: Wanted, passwordHash: string): Promise<string> {
    const { email, lang, country, terms } = form
    const phone = phoneNumber(form.phone, country)
    if (phone === null) throw new Error('a phone number was not checked')
    const owner = await accountStore(sql).create(email, passwordHash, lang, {
      phone,
      country,
      terms,
      at: now(),
    })
    if (owner === null) throw new Refusal('input_invalid', { fields: { email: 'taken' } })
    return owner
  }

  return async (form: Wanted, { ip }: FastifyRequest): Promise<Registration> => {
    await counted.begin([{ limit: 'registration', who: networkOf(ip) }], now())
    const identity = identityOf(form)
    await check(form)
    const passwordHash = await hashPassword(form.password)
    return db.transaction(async (sql) => {
      const owner = await createOwner(sql, form, passwordHash)
      if (identity && !(await identityStore(sql).link(identity, owner))) throw new Refusal('ticket_expired')
      await mailStore(sql).add({ kind: 'welcome', owner }, now())
      const made = await claims(sql, codeKey).make(keysIn(form), owner, now())
      const outcomes = made.map(({ outcome }) => outcome)
      refuseFor(keyFaults(form, outcomes))
      return { owner, made }
    })
  }
}
