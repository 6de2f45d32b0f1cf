import type { Sql } from '../db/database.ts'

/** Every mail there is. `details` are what its text names. */
export type Mail =
  | { readonly kind: 'welcome' | 'password_changed' | 'token_reused' | 'linked'; readonly owner: string }
  | { readonly kind: 'system_claimed'; readonly owner: string; readonly details: { readonly sn: string } }
  /** To the address that was. */
  | { readonly kind: 'email_changed'; readonly owner: string; readonly address: string }
  /** To whoever has the account of this address, if anybody has: looked up when it is sent. */
  | { readonly kind: 'reset'; readonly address: string }

/** The only file that knows the table mail. What is added in a transaction is sent once that has committed. */
export const mailStore = (sql: Sql) => ({
  async add(mail: Mail, now: Date): Promise<void> {
    await sql.run(
      `insert into mail (kind, owner, address, details, created_at, due_at) values ($1, $2, $3, $4, $5, $5)`,
      [
        mail.kind,
        'owner' in mail ? mail.owner : null,
        'address' in mail ? mail.address : null,
        'details' in mail ? mail.details : {},
        now,
      ],
    )
  },
})
