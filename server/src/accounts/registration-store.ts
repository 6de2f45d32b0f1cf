import { countries } from '@kellersonne/core/countries'
import * as z from 'zod/mini'
import type { Sql } from '../db/database.ts'
import { language } from './store.ts'

export const REGISTRATION_LIFE_MS = 24 * 3_600_000

const details = z.object({
  language,
  phone: z.string(),
  country: z.enum(countries),
  terms: z.string(),
  /** When the terms were agreed to. */
  at: z.iso.datetime(),
  keys: z.array(z.string()),
  identity: z.nullable(z.object({ issuer: z.string(), subject: z.string() })),
})
const registration = z.object({ email: z.string(), passwordHash: z.string(), details })
/** What an owner has registered with; `phone` by E.164. */
export type Registration = z.output<typeof registration>

/** The only file that knows the table registration. */
export const registrationStore = (sql: Sql) => ({
  async add(id: string, { email, passwordHash, details }: Registration, now: Date): Promise<void> {
    await sql.run('delete from registration where expires_at <= $1', [now])
    await sql.run(
      'insert into registration (id, email, password_hash, details, expires_at) values ($1, $2, $3, $4, $5)',
      [id, email, passwordHash, details, new Date(now.getTime() + REGISTRATION_LIFE_MS)],
    )
  },

  /** In which language it was filled in; undefined where it is over or was used. */
  language: async (id: string, now: Date) =>
    (
      await sql.row(
        z.object({ language }),
        `select details ->> 'language' as language from registration where id = $1 and expires_at > $2`,
        [id, now],
      )
    )?.language,

  /** Uses a registration up, and with it all others of its address; undefined where it is over or was used. */
  async take(id: string, now: Date): Promise<Registration | undefined> {
    // In one order, so that two links of one address followed at once do not wait for each other.
    await sql.run(
      `select from registration where lower(email) = (select lower(email) from registration where id = $1)
       order by id for update`,
      [id],
    )
    const taken = await sql.row(
      registration,
      `delete from registration where id = $1 and expires_at > $2
       returning email, password_hash as "passwordHash", details`,
      [id, now],
    )
    if (taken) await sql.run('delete from registration where lower(email) = lower($1)', [taken.email])
    return taken
  },
})
