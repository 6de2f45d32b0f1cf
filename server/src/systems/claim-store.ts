import { serialNumber } from '@kellersonne/contract/systems'
import * as z from 'zod/mini'
import type { Sql } from '../db/database.ts'

const standing = z.object({
  id: z.int(),
  sn: serialNumber,
  hash: z.nullable(z.instanceof(Buffer)),
  owner: z.nullable(z.uuid()),
  claimant: z.nullable(z.uuid()),
  until: z.nullable(z.date()),
})
/** A system, the hash of its code, its owner, and who waits for it until when. */
export type SystemStanding = z.output<typeof standing>
type Wait = {
  readonly system: number
  readonly owner: string
  readonly askedAt: Date
  readonly unitAskedAt: Date
  readonly until: Date
}
type Heard = { readonly system: number; readonly heard: Date }
const waitingFor = z.object({
  system: z.int(),
  sn: serialNumber,
  owner: z.uuid(),
  from: z.date(),
  until: z.date(),
  heard: z.date(),
})
/** Somebody who waits for a system's switch `from` and `until` by its unit's clock. */
export type Waiting = z.output<typeof waitingFor>

/** What claims need: this file fills claim and registration_code. */
export const claimStore = (sql: Sql) => ({
  /** Each system that a serial number or a code's hash stands for, as it is now. */
  standings: (sns: readonly string[], hashes: readonly Buffer[]): Promise<SystemStanding[]> =>
    sql.rows(
      standing,
      `select id, sn, hash, ownership.owner, claim.owner as claimant, expires_at as until
       from storage_system
       left join registration_code on registration_code.system = id
       left join ownership on ownership.system = id and ownership.until is null
       left join claim on claim.system = id
       where id in (select id from storage_system where sn = any($1)
         union select system from registration_code where hash = any($2))`,
      [sns, hashes],
    ),

  /** Lets nobody else change whose these are until the transaction has ended. */
  async hold(systems: readonly number[]): Promise<void> {
    await sql.run('select from storage_system where id = any($1) order by id for no key update', [systems])
  },

  /** Puts a code in place of the one the system had. */
  async putCode(system: number, hash: Buffer): Promise<void> {
    await sql.run(
      `insert into registration_code (system, hash) values ($1, $2)
       on conflict (system) do update set hash = excluded.hash`,
      [system, hash],
    )
  },

  /** Notes that an owner waits for a system's switch, in place of whoever waited before. */
  async wait({ system, owner, askedAt, unitAskedAt, until }: Wait): Promise<void> {
    await sql.run(
      `insert into claim (system, owner, asked_at, unit_asked_at, expires_at) values ($1, $2, $3, $4, $5)
       on conflict (system) do update set owner = excluded.owner, asked_at = excluded.asked_at,
         unit_asked_at = excluded.unit_asked_at, expires_at = excluded.expires_at`,
      [system, owner, askedAt, unitAskedAt, until],
    )
  },

  /** What an owner waits for, the first to lapse first. */
  waitingOf: (owner: string, now: Date) =>
    sql.rows(
      z.object({ sn: serialNumber, until: z.date() }),
      `select sn, expires_at as until from claim join storage_system on id = system
       where owner = $1 and expires_at > $2 order by until, sn`,
      [owner, now],
    ),

  /** Who waits for a system that was heard within their time; `heard` is the last such instant. In the order of owners. */
  waitingFor: (said: readonly Heard[]) =>
    sql.rows(
      waitingFor,
      `select system, sn, owner, unit_asked_at as "from", unit_asked_at + (expires_at - asked_at) as until,
         max(heard) as heard
       from unnest($1::integer[], $2::timestamptz[]) as said(system, heard)
       join claim using (system) join storage_system on id = system
       where heard >= asked_at and heard < expires_at
       group by system, sn, owner, unit_asked_at, expires_at, asked_at order by owner`,
      [said.map(({ system }) => system), said.map(({ heard }) => heard)],
    ),
})
