import { serialNumber } from '@kellersonne/contract/systems/systems'
import { CODE_WINS_MS } from '@kellersonne/core/systems/claims'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'
import type { Sql } from '../platform/db/database.ts'
import { prepared } from '../platform/db/prepared.ts'
import { invariant } from '../platform/invariant.ts'
import { OPEN_HANDOVER } from './handover-store.ts'
import { OWNERSHIP } from './store.ts'

const claimable = z.object({
  id: z.int(),
  sn: serialNumber,
  hash: z.nullable(z.instanceof(Buffer)),
  owner: z.nullable(z.uuid()),
  since: z.nullable(z.date()),
  bySwitch: z.nullable(z.boolean()),
  handedOn: z.boolean(),
  formers: z.array(z.uuid()),
  handover: z.nullable(z.uuid()),
  refused: z.array(z.uuid()),
})
/**
 * A system with the hash of its code, its current owner and since when, whether the switch proved their claim
 * (`bySwitch`), whether an owner from whom the code could not have taken it has given it up (`handedOn`), its former
 * owners, who is taking it over, and whom its owner has refused that.
 */
export type ClaimableSystem = z.output<typeof claimable>

const wait = z.object({ sn: serialNumber, until: z.date(), contested: z.boolean() })
/** A pending claim of an owner; contested if somebody else claims the system too, or did so in the same time. */
export type PendingClaim = z.output<typeof wait>
type Asked = {
  readonly sn: SerialNumber
  readonly owner: string
  readonly askedAt: Date
  readonly unitAskedAt: Date
  readonly until: Date
}
type UnitSighting = { readonly system: number; readonly receivedAt: Date }
const confirmable = z.object({
  system: z.int(),
  sn: serialNumber,
  owner: z.uuid(),
  unitAskedAt: z.date(),
  from: z.date(),
  until: z.date(),
  since: z.date(),
  received: z.date(),
})

const proven = z.object({ system: z.int(), sn: serialNumber, owner: z.uuid(), provenAt: z.date() })
type Proof = Pick<z.output<typeof confirmable>, 'sn' | 'owner' | 'unitAskedAt' | 'received'>

const rivals = 'from claim where sn = $1 and owner <> $2 and expires_at > $3'

const WAITING_FOR =
  prepared(`select system, sn, owner, unit_asked_at as "unitAskedAt", unit_asked_at + (begins - asked_at) as "from",
     unit_asked_at + (expires_at - asked_at) as until,
     least(begins, unit_asked_at + (begins - asked_at)) as since, max(received) as received
   from unnest($1::integer[], $2::timestamptz[]) as message(system, received)
   join storage_system on id = system join claim using (sn)
   cross join lateral (
     select greatest(asked_at, max(until)) as begins from ownership where ownership.system = id
   ) as evidence
   where received >= asked_at and received < expires_at and not contested and not own
     and not exists (select from ownership where ownership.system = id and ownership.until is null)
   group by system, sn, owner, unit_asked_at, expires_at, asked_at, begins`)

/** Queries for claims: this file writes `claim` and `registration_code`. */
export const claimStore = (sql: Sql) => ({
  /** Resolves to the current state of each system with one of these serial numbers or code hashes. */
  findSystems: (sns: readonly string[], hashes: readonly Buffer[]): Promise<ClaimableSystem[]> =>
    sql.rows(
      claimable,
      `select id, sn, hash, ownership.owner, since, by_switch as "bySwitch", exists (
         select from ownership former where former.system = id and former.until is not null
           and (not former.by_switch or former.until - former.since >= $3 * interval '1 millisecond')
       ) as "handedOn", array(
         select distinct former.owner from ownership former
         where former.system = id and former.until is not null and former.owner is not null
       ) as formers, (
         select claimant from handover where handover.system = id and ${OPEN_HANDOVER}
       ) as handover, array(
         select claimant from handover where handover.system = id and objected_at >= since
       ) as refused
       from storage_system
       left join registration_code on registration_code.system = id
       left join ownership on ownership.system = id and ownership.until is null
       where retired_at is null and id in (select id from storage_system where sn = any($1)
         union select system from registration_code where hash = any($2))`,
      [sns, hashes, CODE_WINS_MS],
    ),

  /**
   * Locks serial numbers until the end of the transaction, also those of no system: otherwise two calls for the same number would
   * tell by their times whether it exists. Must be called after owners are locked, and before systems are.
   */
  async lockNumbers(sns: readonly SerialNumber[]): Promise<void> {
    await sql.run(
      `select pg_advisory_xact_lock(hashtext('claim'), number)
       from (select distinct hashtext(sn) as number from unnest($1::text[]) as sn order by number) as sorted`,
      [sns],
    )
  },

  /** Locks the ownership of these systems until the end of the transaction. */
  async lockSystems(systems: readonly number[]): Promise<void> {
    await sql.run('select from storage_system where id = any($1) order by id for no key update', [systems])
  },

  /** Locks those of these systems that nobody else holds, as `lockSystems` does; resolves to them. */
  async lockFreeSystems(systems: readonly number[]): Promise<number[]> {
    const free = await sql.rows(
      z.object({ id: z.int() }),
      'select id from storage_system where id = any($1) order by id for no key update skip locked',
      [systems],
    )
    return free.map(({ id }) => id)
  },

  /** Resolves to the end of the `nth` newest of an owner's ended ownerships of a system (1 = the newest), or undefined. */
  async nthEnd(system: number, owner: string, nth: number): Promise<Date | undefined> {
    const row = await sql.row(
      z.object({ until: z.date() }),
      `select until from ownership where system = $1 and owner = $2 and until is not null
       order by until desc offset $3 limit 1`,
      [system, owner, nth - 1],
    )
    return row?.until
  },

  /** Records that the owner has also proven the code, so that the system counts as claimed by code. */
  async proveByCode(system: number): Promise<void> {
    await sql.run('update ownership set by_switch = false where system = $1 and until is null', [system])
  },

  /** Sets or replaces a system's code. */
  async putCode(system: number, hash: Buffer): Promise<void> {
    await sql.run(
      `insert into registration_code (system, hash) values ($1, $2)
       on conflict (system) do update set hash = excluded.hash`,
      [system, hash],
    )
  },

  async addCodes(codes: readonly { readonly system: number; readonly hash: Buffer }[]): Promise<void> {
    await sql.run(
      'insert into registration_code (system, hash) select * from unnest($1::integer[], $2::bytea[])',
      [codes.map(({ system }) => system), codes.map(({ hash }) => hash)],
    )
  },

  /** Upserts an owner's pending claim; if there are rivals, the claims of all of them become contested. */
  async wait({ sn, owner, askedAt, unitAskedAt, until }: Asked): Promise<PendingClaim> {
    // A claim that has just expired can still be confirmed by messages that arrived in time.
    await sql.run(
      `delete from claim where owner = $1 and expires_at <= $2::timestamptz - interval '1 hour'`,
      [...[owner, askedAt]],
    )
    await sql.run(`update claim set contested = true where (sn, owner) in (select sn, owner ${rivals})`, [
      ...[sn, owner, askedAt],
    ])
    const row = await sql.row(
      wait,
      `insert into claim (sn, owner, asked_at, unit_asked_at, expires_at, contested)
       values ($1, $2, $3, $4, $5, exists (select ${rivals}))
       on conflict (sn, owner) do update set asked_at = excluded.asked_at, contested = excluded.contested,
         unit_asked_at = excluded.unit_asked_at, expires_at = excluded.expires_at
       returning sn, expires_at as until, contested`,
      [sn, owner, askedAt, unitAskedAt, until],
    )
    invariant(row, `claim: the upsert of ${sn} returned no row`)
    return row
  },

  /** Resolves to an owner's pending claims, the first to expire first. */
  waitingOf: (owner: string, now: Date): Promise<PendingClaim[]> =>
    sql.rows(
      wait,
      `select sn, expires_at as until, contested from claim where owner = $1 and expires_at > $2
       order by until, sn`,
      [owner, now],
    ),

  /** Resolves to the owners with a pending claim of a serial number, the first to expire first. */
  claimants: (sn: SerialNumber, now: Date) =>
    sql.rows(
      z.object({ owner: z.uuid(), until: z.date() }),
      'select owner, expires_at as until from claim where sn = $1 and expires_at > $2 order by until, owner',
      [sn, now],
    ),

  /**
   * Resolves to uncontested claims of systems without an owner that reported before the claim expired; `received` is the
   * last such instant. What happened before the last ownership had ended proves nothing: its owner could switch the unit from
   * afar. A gateway is no battery with a main switch: the systems that owners have paired are left out.
   */
  waitingFor: (received: readonly UnitSighting[]) =>
    sql.rows(confirmable, WAITING_FOR, [
      received.map(({ system }) => system),
      received.map(({ receivedAt: received }) => received),
    ]),

  /**
   * Records that the switch has confirmed a claim, and notifies whoever completes it. A claim that somebody is changing
   * stays as they leave it.
   */
  async prove({ sn, owner, unitAskedAt, received }: Proof): Promise<void> {
    await sql.run(
      `with noted as (
         update claim set proven_at = $4 where (sn, owner) in (
           select sn, owner from claim
           where sn = $1 and owner = $2 and unit_asked_at = $3 and not contested and proven_at is null
           for update skip locked)
         returning owner)
       select pg_notify('${OWNERSHIP}', owner::text) from noted`,
      [sn, owner, unitAskedAt, received],
    )
  },

  /** Resolves to the claims that the switch has confirmed, the first of them first. */
  proven: () =>
    sql.rows(
      proven,
      `select id as system, sn, owner, proven_at as "provenAt" from claim join storage_system using (sn)
       where proven_at is not null and retired_at is null order by proven_at`,
    ),

  /** Makes a claim one that waits for the switch again. */
  async disprove(sn: SerialNumber, owner: string): Promise<void> {
    await sql.run('update claim set proven_at = null where sn = $1 and owner = $2', [sn, owner])
  },
})
