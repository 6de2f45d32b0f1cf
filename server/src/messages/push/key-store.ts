import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'

const keys = z.object({ publicKey: z.string(), privateKey: z.string() })
export type PushKeys = z.output<typeof keys>

/** The only file that knows the table `push_key`. */
export const pushKeyStore = (sql: Sql) => {
  const find = () =>
    sql.row(keys, 'select public as "publicKey", private as "privateKey" from push_key where one')
  return {
    /** Resolves to the key pair of this installation, which is made if there is none; all processes get the same. */
    async get(now: Date): Promise<PushKeys> {
      const known = await find()
      if (known) return known
      const { default: webPush } = await import('web-push')
      const made = webPush.generateVAPIDKeys()
      await sql.run(
        'insert into push_key (public, private, made_at) values ($1, $2, $3) on conflict do nothing',
        [made.publicKey, made.privateKey, now],
      )
      return (await find()) ?? made
    },
  }
}
