import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { owned } from '../../systems/store.ts'

const link = z.object({
  id: z.uuid(),
  createdAt: z.date(),
  expiresAt: z.date(),
  withSerial: z.boolean(),
})
export type KeptLink = z.output<typeof link>

const opened = z.extend(owned, {
  link: z.uuid(),
  owner: z.uuid(),
  withSerial: z.boolean(),
  kept: z.instanceof(Buffer),
})
/** A link that works, and the system whose passport it shows. */
export type OpenedLink = z.output<typeof opened>

/** 256 random bits: a plain hash keeps them as well as a slow one. */
const TOKEN_BYTES = 32
export const TOKEN = /^[\w-]{43}$/
const hashOf = (token: string) => createHash('sha256').update(token).digest()

type NewLink = {
  readonly owner: string
  readonly system: number
  readonly expiresAt: Date
  readonly withSerial: boolean
}

/** The only file that knows the table `passport_link`. */
export const linkStore = (sql: Sql) => ({
  /** Resolves to the links of a system that work, newest first; deletes those that are over. */
  async of(system: number, now: Date): Promise<KeptLink[]> {
    await sql.run('delete from passport_link where system = $1 and expires_at <= $2', [system, now])
    return sql.rows(
      link,
      `select id, created_at as "createdAt", expires_at as "expiresAt", with_serial as "withSerial"
       from passport_link where system = $1 order by created_at desc, id`,
      [system],
    )
  },

  /** Resolves to an owner's links that work, oldest first, each with its system's serial number. */
  ofOwner: (owner: string, now: Date) =>
    sql.rows(
      z.extend(link, { sn: z.string() }),
      `select passport_link.id, sn, passport_link.created_at as "createdAt", expires_at as "expiresAt", with_serial as "withSerial"
       from passport_link join storage_system on storage_system.id = system
       where owner = $1 and expires_at > $2 order by passport_link.created_at, passport_link.id`,
      [owner, now],
    ),

  /** Resolves to the token of a new link. */
  async add({ owner, system, expiresAt, withSerial }: NewLink, now: Date): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    await sql.run(
      `insert into passport_link (owner, system, token_hash, created_at, expires_at, with_serial)
       values ($1, $2, $3, $4, $5, $6)`,
      [owner, system, hashOf(token), now, expiresAt, withSerial],
    )
    return token
  },

  async remove(system: number, id: string): Promise<void> {
    await sql.run('delete from passport_link where system = $1 and id = $2', [system, id])
  },

  async removeOf(owner: string): Promise<void> {
    await sql.run('delete from passport_link where owner = $1', [owner])
  },

  /** Resolves to the link with a token, as long as it works and the system is still its owner's. */
  async find(token: string, now: Date): Promise<OpenedLink | undefined> {
    const given = hashOf(token)
    const found = await sql.row(
      opened,
      `select passport_link.id as link, passport_link.owner, with_serial as "withSerial", token_hash as kept,
         storage_system.id, sn, phase, time_zone, ownership.since, visible_from(ownership) as visible_from, name
       from passport_link join storage_system on storage_system.id = passport_link.system
       join ownership on ownership.system = passport_link.system and ownership.owner = passport_link.owner and until is null
       where token_hash = $1 and expires_at > $2`,
      [given, now],
    )
    return found && timingSafeEqual(given, found.kept) ? found : undefined
  },
})
