import { createHash, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { Sql } from '../platform/db/database.ts'
import type { Credentials } from '../platform/rate-limits/secret-throttle.ts'

const hash = z.instanceof(Buffer)
const kept = z.object({ id: z.int(), sn: z.string(), secret_hash: hash, former: z.nullable(hash) })

/** Units' secrets are long and random: a plain hash is enough, and cheap when a thousand units reconnect at once. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Returns the id of the unit if the secret is right, else null. Takes the same steps for an unknown unit. */
function judge(secret: string, unit: z.output<typeof kept> | undefined): number | null {
  const given = hashSecret(secret)
  const isPresent = timingSafeEqual(given, unit?.secret_hash ?? hashSecret(''))
  const isFormer = timingSafeEqual(given, unit?.former ?? hashSecret(''))
  return unit && (isPresent || (isFormer && unit.former !== null)) ? unit.id : null
}

/** Checks the secrets of units in one query; resolves to each one's id, or null, in the same order. */
export const authenticateUnits =
  (sql: Sql) =>
  async (attempts: readonly Credentials[]): Promise<(number | null)[]> => {
    const units = await sql.rows(
      kept,
      `select id, sn, secret_hash, case when former_secret_until > now() then former_secret_hash end as former
       from storage_system where sn = any($1) and retired_at is null`,
      [attempts.map(({ sn }) => sn)],
    )
    const bySn = new Map(units.map((unit) => [unit.sn, unit]))
    return attempts.map(({ sn, secret }) => judge(secret, bySn.get(sn)))
  }
