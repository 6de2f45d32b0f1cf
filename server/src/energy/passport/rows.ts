import type { Sql } from '../../platform/db/database.ts'
import { linkStore } from './link-store.ts'

/** Resolves to an owner's links to passports of their batteries that work, as they are exported. */
export const passportLinkRows = async (sql: Sql, owner: string, now: Date) =>
  (await linkStore(sql).ofOwner(owner, now)).map(({ sn, createdAt, expiresAt, withSerial }) => ({
    ...{ sn, created_at: createdAt, expires_at: expiresAt, with_serial: withSerial },
  }))
export type PassportLinkRow = Awaited<ReturnType<typeof passportLinkRows>>[number]
