import { type Country, countries } from '@kellersonne/core/identity/countries'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'

export const language = z.enum(['de', 'en'])
export type Language = z.output<typeof language>
const account = z.object({ id: z.uuid(), passwordHash: z.string(), language, isConfirmed: z.boolean() })
export type Account = z.output<typeof account>
const listed = z.object({ id: z.uuid(), email: z.string(), createdAt: z.date() })
export type Listed = z.output<typeof listed>
const profile = z.object({
  /** Empty where it was never confirmed, and somebody else has proven that it is theirs. */
  email: z.string(),
  /** When a link sent to the address was used; null until then. */
  emailConfirmedAt: z.nullable(z.date()),
  phone: z.nullable(z.string()),
  country: z.nullable(z.enum(countries)),
  language,
  createdAt: z.date(),
  /** Which picture it is; null where there is none. */
  picture: z.nullable(z.uuid()),
})
/** What owners say of themselves. */
export type Profile = z.output<typeof profile>
/**
 * What a registration adds to an account; `phone` by E.164, `terms` the version agreed to at `at`. `isConfirmed`:
 * whether it has been proven that the address is the owner's.
 */
export type Registered = {
  readonly isConfirmed: boolean
  readonly phone: string
  readonly country: Country
  readonly terms: string
  readonly at: Date
}
const record = z.object({
  email: z.string(),
  phone: z.nullable(z.string()),
  country: z.nullable(z.string()),
  language,
  email_confirmed_at: z.nullable(z.date()),
  created_at: z.date(),
  terms: z.nullable(z.string()),
  terms_at: z.nullable(z.date()),
  picture: z.nullable(z.instanceof(Buffer)),
})
export type OwnerRecord = z.output<typeof record>

/** What is to be another; undefined leaves what is. */
export type Change = {
  readonly phone?: string | undefined
  readonly country?: Country | undefined
  readonly language?: Language | undefined
  readonly passwordHash?: string | undefined
}

const UNIQUE_VIOLATION = '23505'
const isDuplicate = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION

/** The only file that knows the table owner. An e-mail address is the same in capitals and small letters. */
export const accountStore = (sql: Sql) => ({
  byEmail: (email: string): Promise<Account | undefined> =>
    sql.row(
      account,
      `select id, password_hash as "passwordHash", language, email_confirmed_at is not null as "isConfirmed"
       from owner where lower(email) = lower($1)`,
      [email],
    ),

  /**
   * An owner without a confirmed address, whose account was made before then and has had no system since; undefined
   * where there is none.
   */
  abandoned: async (before: Date): Promise<string | undefined> =>
    (
      await sql.row(
        z.object({ id: z.uuid() }),
        `select id from owner where email_confirmed_at is null and created_at <= $1
           and not exists (select from ownership
             where ownership.owner = owner.id and (until is null or until > $1))
         limit 1`,
        [before],
      )
    )?.id,

  /** By address. */
  all: (): Promise<Listed[]> =>
    sql.rows(
      listed,
      `select id, coalesce(email, '') as email, created_at as "createdAt" from owner order by lower(email)`,
    ),

  /** undefined where the owner is gone. */
  language: async (owner: string): Promise<Language | undefined> =>
    (await sql.row(z.object({ language }), 'select language from owner where id = $1', [owner]))?.language,

  /** Takes an address from an account that has never confirmed it: its true owner has come. */
  async displace(email: string): Promise<void> {
    await sql.run(
      'update owner set email = null where lower(email) = lower($1) and email_confirmed_at is null',
      [email],
    )
  },

  /**
   * The new owner's id, or null where the address has an account already. Only the operator makes one who has
   * not registered, and vouches for the address.
   */
  async create(
    email: string,
    passwordHash: string,
    lang: Language,
    registered: Registered | null = null,
  ): Promise<string | null> {
    const isConfirmed = registered?.isConfirmed ?? true
    if (isConfirmed) await this.displace(email)
    const row = await sql.row(
      z.object({ id: z.uuid() }),
      `insert into owner (email, password_hash, language, phone, country, terms, terms_at, created_at, email_confirmed_at)
       values ($1, $2, $3, $4, $5, $6, $7, coalesce($7, now()), case when $8 then coalesce($7, now()) end)
       on conflict (lower(email)) do nothing returning id`,
      [
        email,
        passwordHash,
        lang,
        registered?.phone,
        registered?.country,
        registered?.terms,
        registered?.at,
        isConfirmed,
      ],
    )
    return row?.id ?? null
  },

  /** undefined where the owner is gone. */
  profile: (owner: string): Promise<Profile | undefined> =>
    sql.row(
      profile,
      `select coalesce(email, '') as email, email_confirmed_at as "emailConfirmedAt", phone, country, language, created_at as "createdAt",
         picture_id as picture
       from owner where id = $1`,
      [owner],
    ),

  /** undefined where the owner is gone. */
  passwordHash: async (owner: string): Promise<string | undefined> =>
    (
      await sql.row(z.object({ hash: z.string() }), 'select password_hash as hash from owner where id = $1', [
        owner,
      ])
    )?.hash,

  /** Changes what is given. */
  async change(owner: string, { phone, country, language, passwordHash }: Change): Promise<void> {
    await sql.run(
      `update owner set phone = coalesce($2, phone), country = coalesce($3, country),
         language = coalesce($4, language), password_hash = coalesce($5, password_hash) where id = $1`,
      [owner, phone, country, language, passwordHash],
    )
  },

  /**
   * Makes a confirmed address the owner's. False where it is another's, confirmed too, whereupon the transaction is
   * lost.
   */
  async confirmEmail(owner: string, email: string, at: Date): Promise<boolean> {
    // First, so that an address of its own is not taken from it.
    await sql.run('update owner set email_confirmed_at = $2 where id = $1', [owner, at])
    await this.displace(email)
    try {
      await sql.run('update owner set email = $2 where id = $1', [owner, email])
      return true
    } catch (error) {
      if (isDuplicate(error)) return false
      throw error
    }
  },

  /** undefined where there is none. */
  picture: async (owner: string): Promise<Buffer | undefined> =>
    (
      await sql.row(
        z.object({ picture: z.nullable(z.instanceof(Buffer)) }),
        'select picture from owner where id = $1',
        [owner],
      )
    )?.picture ?? undefined,

  /** Puts a picture in place of the one before; null leaves none. */
  async changePicture(owner: string, picture: { id: string; bytes: Buffer } | null): Promise<void> {
    await sql.run('update owner set picture = $2, picture_id = $3 where id = $1', [
      owner,
      picture?.bytes,
      picture?.id,
    ])
  },

  /** All that is kept of an owner, except what signs them in. */
  record: (owner: string): Promise<OwnerRecord | undefined> =>
    sql.row(
      record,
      `select coalesce(email, '') as email, email_confirmed_at, phone, country, language, created_at, terms, terms_at, picture from owner where id = $1`,
      [owner],
    ),

  /** Removes an owner and, by the references to them, all that is theirs. */
  async remove(owner: string): Promise<void> {
    await sql.run('delete from owner where id = $1', [owner])
  },
})
