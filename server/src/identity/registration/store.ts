import { countries } from '@kellersonne/core/identity/countries'
import { serialNumber } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { language } from '../accounts/store.ts'

const REGISTRATION_LIFE_MS = 24 * 3_600_000

const details = z.object({
  language,
  phone: z.string(),
  country: z.enum(countries),
  terms: z.string(),
  /** When the terms were accepted. */
  at: z.iso.datetime(),
  keys: z.array(z.string()),
  identity: z.nullable(z.object({ issuer: z.string(), subject: z.string() })),
})
/** A registration without its password; `phone` as E.164. */
export type Registration = { readonly email: string; readonly details: z.output<typeof details> }

type Kept = Registration['details'] & { readonly codes?: number | undefined }
/**
 * Leaves registration codes out and counts them (`codes`): a code gives a battery to whoever has it, and whoever reads
 * the mail may not be who typed it.
 */
function withoutCodes({ keys: all, codes = 0, ...rest }: Kept) {
  const keys = all.filter((key) => serialNumber(key) !== null)
  return { ...rest, keys, codes: codes + all.length - keys.length }
}
/** Earlier versions kept the codes among the keys. */
const kept = z.pipe(z.extend(details, { codes: z.optional(z.int()) }), z.transform(withoutCodes))
const registration = z.object({ email: z.string(), details: kept })
/** A registration that waits for its link, with its serial numbers alone. */
export type PendingRegistration = z.output<typeof registration>

/** Locks all registrations of an address in a fixed order, so that two links followed at once cannot deadlock. */
const hold = (address: string) =>
  `select from registration where lower(email) = lower(${address}) order by id for update`

/** The only file that knows the table `registration`. */
export const registrationStore = (sql: Sql) => ({
  /** Keeps no code. */
  async add(id: string, { email, details }: Registration, now: Date): Promise<void> {
    await sql.run('insert into registration (id, email, details, expires_at) values ($1, $2, $3, $4)', [
      id,
      email,
      withoutCodes(details),
      new Date(now.getTime() + REGISTRATION_LIFE_MS),
    ])
  },

  /** Deletes the pending registrations of an address. */
  async forget(address: string): Promise<void> {
    await sql.run(hold('$1'), [address])
    await sql.run('delete from registration where lower(email) = lower($1)', [address])
  },

  async forgetOld(now: Date): Promise<void> {
    await sql.run('delete from registration where expires_at <= $1', [now])
  },

  /** Resolves to the registration of a link, which stays; undefined if the link has expired or was used. */
  find: (id: string, now: Date): Promise<PendingRegistration | undefined> =>
    sql.row(registration, 'select email, details from registration where id = $1 and expires_at > $2', [
      id,
      now,
    ]),

  /** Resolves to the language of the form, and whether it has no key (`isOwn`); undefined if it has expired or was used. */
  kind: (id: string, now: Date) =>
    sql.row(
      z.object({ language, isOwn: z.boolean() }),
      `select details ->> 'language' as language,
         details -> 'keys' = '[]' and coalesce(details ->> 'codes', '0') = '0' as "isOwn"
       from registration where id = $1 and expires_at > $2`,
      [id, now],
    ),

  /**
   * Uses a link, and ends all others of its address. Resolves to the registration of this link, whatever anybody has
   * registered since; undefined if the link has expired or was used.
   */
  async take(id: string, now: Date): Promise<PendingRegistration | undefined> {
    await sql.run(hold('(select email from registration where id = $1)'), [id])
    return sql.row(
      registration,
      `with named as (select lower(email) as address from registration where id = $1 and expires_at > $2),
       gone as (delete from registration using named where lower(email) = address returning id, email, details)
       select email, details from gone where id = $1`,
      [id, now],
    )
  },
})
