import * as z from 'zod/mini'
import type { Sql } from '../db/database.ts'

const language = z.enum(['de', 'en'])
export type Language = z.output<typeof language>
const account = z.object({ id: z.uuid(), passwordHash: z.string(), language })
export type Account = z.output<typeof account>

/** The only file that knows the table owner. An e-mail address is the same in capitals and small letters. */
export const accountStore = (sql: Sql) => ({
  byEmail: (email: string): Promise<Account | undefined> =>
    sql.row(
      account,
      'select id, password_hash as "passwordHash", language from owner where lower(email) = lower($1)',
      [email],
    ),

  /** undefined where the owner is gone. */
  language: async (owner: string): Promise<Language | undefined> =>
    (await sql.row(z.object({ language }), 'select language from owner where id = $1', [owner]))?.language,

  /** The new owner's id, or null where the address has an account already. */
  async create(email: string, passwordHash: string, lang: Language): Promise<string | null> {
    const row = await sql.row(
      z.object({ id: z.uuid() }),
      `insert into owner (email, password_hash, language) values ($1, $2, $3)
       on conflict (lower(email)) do nothing returning id`,
      [email, passwordHash, lang],
    )
    return row?.id ?? null
  },
})
