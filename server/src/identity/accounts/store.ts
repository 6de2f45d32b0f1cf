import { type Country, countries } from '@kellersonne/core/identity/countries'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { isDuplicate } from '../../platform/db/duplicate.ts'

export const language = z.enum(['de', 'en'])
export type Language = z.output<typeof language>
const account = z.object({ id: z.uuid(), passwordHash: z.string(), language, isConfirmed: z.boolean() })
export type Account = z.output<typeof account>
const unconfirmed = z.object({ owner: z.uuid(), email: z.string(), hash: z.string(), createdAt: z.date() })
/** An account that has an address without having confirmed it; `hash` is that of its password. */
export type Unconfirmed = z.output<typeof unconfirmed>
const listed = z.object({ id: z.uuid(), email: z.string(), createdAt: z.date() })
export type Listed = z.output<typeof listed>
const profile = z.object({
  /** Empty if it was never confirmed and somebody else has since proven that it is theirs. */
  email: z.string(),
  /** When a link sent to the address was used; null until then. */
  emailConfirmedAt: z.nullable(z.date()),
  phone: z.nullable(z.string()),
  country: z.nullable(z.enum(countries)),
  language,
  createdAt: z.date(),
  /** The id of the picture; null if there is none. */
  picture: z.nullable(z.uuid()),
})
/** The profile data that owners enter themselves. */
export type Profile = z.output<typeof profile>
/**
 * What a registration adds to an account; `phone` as E.164, `terms` the version accepted at `at`. `isConfirmed`: the
 * owner has proven that the address is theirs.
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
  signed_in_at: z.date(),
  terms: z.nullable(z.string()),
  terms_at: z.nullable(z.date()),
  picture: z.nullable(z.instanceof(Buffer)),
})
export type OwnerRecord = z.output<typeof record>

/** The fields to change; undefined keeps the current value. */
export type Change = {
  readonly phone?: string | undefined
  readonly country?: Country | undefined
  readonly language?: Language | undefined
  readonly passwordHash?: string | undefined
}

/** Writes the table `owner`, but for what `unused-store.ts` notes. E-mail addresses are case-insensitive. */
export const accountStore = (sql: Sql) => ({
  byEmail: (email: string): Promise<Account | undefined> =>
    sql.row(
      account,
      `select id, password_hash as "passwordHash", language, email_confirmed_at is not null as "isConfirmed"
       from owner where lower(email) = lower($1)`,
      [email],
    ),

  /** Resolves to the account that has an address, in any case of letters, without having confirmed it; undefined if there is none. */
  unconfirmed: (email: string): Promise<Unconfirmed | undefined> =>
    sql.row(
      unconfirmed,
      `select id as owner, email, password_hash as hash, created_at as "createdAt"
       from owner where lower(email) = lower($1) and email_confirmed_at is null`,
      [email],
    ),

  /**
   * Resolves to an owner without a confirmed address whose account was created, and last had a system, before then;
   * undefined if there is none but `passedOver`.
   */
  abandoned: async (before: Date, passedOver: readonly string[]): Promise<string | undefined> =>
    (
      await sql.row(
        z.object({ id: z.uuid() }),
        `select id from owner where email_confirmed_at is null and created_at <= $1 and id <> all($2)
           and not exists (select from ownership
             where ownership.owner = owner.id and (until is null or until > $1))
         limit 1`,
        [before, passedOver],
      )
    )?.id,

  /** Ordered by address. */
  all: (): Promise<Listed[]> =>
    sql.rows(
      listed,
      `select id, coalesce(email, '') as email, created_at as "createdAt" from owner order by lower(email)`,
    ),

  /** undefined if the owner is gone. */
  language: async (owner: string): Promise<Language | undefined> =>
    (await sql.row(z.object({ language }), 'select language from owner where id = $1', [owner]))?.language,

  /** Takes an address from an account that never confirmed it, since its true owner has proven it. */
  async displace(email: string): Promise<void> {
    await sql.run(
      'update owner set email = null where lower(email) = lower($1) and email_confirmed_at is null',
      [email],
    )
  },

  /**
   * Resolves to the new owner's id, or null if the address has an account already. Without `registered`, the operator
   * creates the account and vouches for the address.
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
      `insert into owner (email, password_hash, language, phone, country, terms, terms_at, created_at, signed_in_at, email_confirmed_at)
       values ($1, $2, $3, $4, $5, $6, $7, coalesce($7, now()), coalesce($7, now()), case when $8 then coalesce($7, now()) end)
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

  /** undefined if the owner is gone. */
  profile: (owner: string): Promise<Profile | undefined> =>
    sql.row(
      profile,
      `select coalesce(email, '') as email, email_confirmed_at as "emailConfirmedAt", phone, country, language, created_at as "createdAt",
         picture_id as picture
       from owner where id = $1`,
      [owner],
    ),

  /** undefined if the owner is gone. */
  passwordHash: async (owner: string): Promise<string | undefined> =>
    (
      await sql.row(z.object({ hash: z.string() }), 'select password_hash as hash from owner where id = $1', [
        owner,
      ])
    )?.hash,

  /** Changes the given fields, and notes since when a new password is in force. */
  async change(owner: string, { phone, country, language, passwordHash }: Change, now: Date): Promise<void> {
    await sql.run(
      `update owner set phone = coalesce($2, phone), country = coalesce($3, country),
         language = coalesce($4, language), password_hash = coalesce($5, password_hash),
         password_at = case when $5 is null then password_at else $6 end where id = $1`,
      [owner, phone, country, language, passwordHash, now],
    )
  },

  /** Sets an owner's confirmed address. False if another account has confirmed it; the caller must then roll back. */
  async confirmEmail(owner: string, email: string, at: Date): Promise<boolean> {
    // First, so that `displace` does not take the address from this owner.
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

  /** Records that an owner has ended the second provider's link. */
  async noteUnlinked(owner: string, at: Date): Promise<void> {
    await sql.run('update owner set unlinked_at = $2 where id = $1', [owner, at])
  },

  /** True if an owner has replaced the password at that time or later. */
  hasNewPasswordSince: async (owner: string, since: Date): Promise<boolean> =>
    (await sql.run('select from owner where id = $1 and password_at >= $2', [owner, since])) > 0,

  /** True if an owner has ended the second provider's link at that time or later. */
  hasUnlinkedSince: async (owner: string, since: Date): Promise<boolean> =>
    (await sql.run('select from owner where id = $1 and unlinked_at >= $2', [owner, since])) > 0,

  /** undefined if there is none. */
  picture: async (owner: string): Promise<Buffer | undefined> =>
    (
      await sql.row(
        z.object({ picture: z.nullable(z.instanceof(Buffer)) }),
        'select picture from owner where id = $1',
        [owner],
      )
    )?.picture ?? undefined,

  /** Replaces the picture; null removes it. */
  async changePicture(owner: string, picture: { id: string; bytes: Buffer } | null): Promise<void> {
    await sql.run('update owner set picture = $2, picture_id = $3 where id = $1', [
      owner,
      picture?.bytes,
      picture?.id,
    ])
  },

  /** Everything stored about an owner except their credentials. */
  record: (owner: string): Promise<OwnerRecord | undefined> =>
    sql.row(
      record,
      `select coalesce(email, '') as email, email_confirmed_at, phone, country, language, created_at, signed_in_at, terms, terms_at, picture from owner where id = $1`,
      [owner],
    ),

  /** Deletes an owner and, by cascade, everything that references them. */
  async remove(owner: string): Promise<void> {
    await sql.run('delete from owner where id = $1', [owner])
  },
})
