import { serialNumber } from '@kellersonne/contract/systems/systems'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'
import type { Sql } from '../platform/db/database.ts'
import { invariant } from '../platform/invariant.ts'
import { authenticateUnits, hashSecret } from './unit-secrets.ts'

/** Columns of a system as its owner sees it. */
export const owned = z.object({
  id: z.int(),
  sn: serialNumber,
  phase: z.int(),
  time_zone: z.string(),
  since: z.date(),
  visible_from: z.date(),
  name: z.nullable(z.string()),
})
/**
 * A system from its owner's point of view; `since` is when it became theirs, `name` what they call it. Its data of
 * `visible_from` and later are theirs to see: the first owner's those from before, too.
 */
export type OwnedSystem = z.output<typeof owned>
const degrees = z.nullable(z.number())
const ownership = z.extend(owned, { until: z.nullable(z.date()), latitude: degrees, longitude: degrees })
export type Ownership = z.output<typeof ownership>

const stored = z.object({
  id: z.int(),
  sn: serialNumber,
  phase: z.int(),
  timeZone: z.string(),
  createdAt: z.date(),
  owner: z.nullable(z.uuid()),
  since: z.nullable(z.date()),
  retiredAt: z.nullable(z.date()),
})
/** A system from the operator's point of view; owned `since`. */
export type StoredSystem = z.output<typeof stored>
const selectStored = `select id, sn, phase, time_zone as "timeZone", created_at as "createdAt", owner, since, retired_at as "retiredAt"
  from storage_system left join ownership on system = id and until is null`

/** A unit that is added, with the secret it signs in with. */
type NewUnit = {
  readonly sn: SerialNumber
  readonly phase: number
  readonly timeZone: string
  readonly secret: string
}

/** NOTIFY channel; payload: id of the owner who got, lost or renamed a system. */
export const OWNERSHIP = 'ownership'

/** NOTIFY channel; payload: serial number of a unit that was given a new secret. */
export const SECRET_GIVEN = 'secret_given'

/** What an owner has entered about a system is deleted with the ownership. */
const OF_OWNER = 'name = null, latitude = null, longitude = null'

/** Retires those of the systems in `ended` that an owner has paired themselves; `now`: a parameter. */
const retireOwn = (now: string) => `retired as (
  update storage_system set retired_at = ${now} where own and retired_at is null
    and id in (select system from ended) returning sn)`

/** Writes `storage_system`, but for what owners' own systems have of their own (`pairing/own-system-store.ts`). */
export const systemStore = (sql: Sql) => ({
  /** Resolves to an owner's current and former systems, by serial number and time; `until` is null if current. */
  everOwnedBy: (owner: string): Promise<Ownership[]> =>
    sql.rows(
      ownership,
      `select id, sn, phase, time_zone, since, visible_from(ownership) as visible_from, until, name,
         latitude / 10.0::float8 as latitude, longitude / 10.0::float8 as longitude
       from ownership join storage_system on id = system
       where owner = $1 order by sn, since`,
      [owner],
    ),

  /** Ordered by serial number. */
  all: (): Promise<StoredSystem[]> => sql.rows(stored, `${selectStored} order by length(sn), sn`),

  find: (sn: SerialNumber): Promise<StoredSystem | undefined> =>
    sql.row(stored, `${selectStored} where sn = $1`, [sn]),

  /** Resolves to the id of the unit with these credentials, or null. */
  async authenticate(sn: string, secret: string): Promise<number | null> {
    const [system = null] = await authenticateUnits(sql)([{ sn, secret }])
    return system
  },

  /** Replaces a unit's secret; the one before is good until `formerUntil`, or no longer (null). */
  async replaceSecret(system: number, secret: string, formerUntil: Date | null): Promise<void> {
    await sql.run(
      `with put as (
         update storage_system set secret_hash = $2, secret_ended_at = now(), former_secret_until = $3,
           former_secret_hash = case when $3::timestamptz is not null then secret_hash end
         where id = $1 returning sn)
       select pg_notify('${SECRET_GIVEN}', sn) from put`,
      [system, hashSecret(secret), formerUntil],
    )
  },

  /** Forgets former secrets whose time is over, and disconnects the units; resolves to how many. */
  endFormerSecrets: (now: Date): Promise<number> =>
    sql.run(
      `with ended as (
         update storage_system set former_secret_hash = null, former_secret_until = null, secret_ended_at = now()
         where former_secret_until <= $1 returning sn)
       select pg_notify('${SECRET_GIVEN}', sn) from ended`,
      [now],
    ),

  /**
   * Resolves to the units whose connections may still be open, though their secret is no longer good: they are locked, or
   * were retired or given another secret within two days.
   */
  async cutOff(): Promise<SerialNumber[]> {
    const rows = await sql.rows(
      z.object({ sn: serialNumber }),
      `select sn from storage_system
       where locked_at is not null or greatest(retired_at, secret_ended_at) > now() - interval '2 days'`,
    )
    return rows.map(({ sn }) => sn)
  },

  /** Retires a system without an owner at an instant, or reinstates it (null); its unit is disconnected. */
  async retire(system: number, at: Date | null): Promise<void> {
    await sql.run(
      `with retired as (update storage_system set retired_at = $2 where id = $1 returning sn)
       select pg_notify('${SECRET_GIVEN}', sn) from retired`,
      [system, at],
    )
  },

  /** Adds systems whose serial numbers are new; resolves to the ids of those, by serial number. */
  async addAll(units: readonly NewUnit[]): Promise<Map<string, number>> {
    const rows = await sql.rows(
      z.object({ id: z.int(), sn: z.string() }),
      `insert into storage_system (sn, phase, time_zone, secret_hash)
       select * from unnest($1::text[], $2::smallint[], $3::text[], $4::bytea[])
       on conflict (sn) do nothing returning id, sn`,
      [
        ...[
          units.map(({ sn }) => sn),
          units.map(({ phase }) => phase),
          units.map(({ timeZone }) => timeZone),
        ],
        units.map(({ secret }) => hashSecret(secret)),
      ],
    )
    return new Map(rows.map(({ id, sn }) => [sn, id]))
  },

  /** Adds a system, or sets a new secret if the serial number exists; resolves to its id. */
  async put(unit: NewUnit): Promise<number> {
    const [row] = await sql.rows(
      z.object({ id: z.int() }),
      `with put as (
         insert into storage_system (sn, phase, time_zone, secret_hash) values ($1, $2, $3, $4)
         on conflict (sn) do update set secret_hash = excluded.secret_hash,
           secret_ended_at = case when storage_system.secret_hash = excluded.secret_hash
             then storage_system.secret_ended_at else now() end
         returning id, sn)
       select id, pg_notify('${SECRET_GIVEN}', sn) from put`,
      [unit.sn, unit.phase, unit.timeZone, hashSecret(unit.secret)],
    )
    invariant(row, `storage_system: the upsert of ${unit.sn} returned no row`)
    return row.id
  },

  /**
   * Makes `owner` the owner of a system without one and drops their pending claim; resolves to true if it did. Starts
   * at `since`, but always after the previous ownership. `bySwitch`: claimed by serial number and the unit's switch.
   */
  async claim(system: number, owner: string, since: Date, bySwitch = false): Promise<boolean> {
    const changed = await sql.run(
      `with given as (
         insert into ownership (system, owner, since, by_switch)
         select $1, $2, greatest($3::timestamptz, max(coalesce(until, since)) + interval '1 millisecond'), $4
         from ownership where system = $1
         on conflict (system) where until is null do nothing returning system, owner
       ), over as (
         delete from claim using given join storage_system on id = system
         where claim.sn = storage_system.sn and claim.owner = given.owner)
       select pg_notify('${OWNERSHIP}', owner::text) from given`,
      [system, owner, since, bySwitch],
    )
    return changed === 1
  },

  /**
   * Ends an owner's ownership of a system or drops their pending claim; resolves to true if there was one. A system that
   * they have paired themselves is retired: nobody else could claim it.
   */
  async release(sn: SerialNumber, owner: string, now: Date): Promise<boolean> {
    const changed = await sql.run(
      `with named as (select id from storage_system where sn = $1),
       ended as (update ownership set until = greatest($3, since), ${OF_OWNER}
         where system in (select id from named) and owner = $2 and until is null returning owner, system),
       ${retireOwn('$3')},
       over as (delete from claim where sn = $1 and owner = $2 returning owner)
       select pg_notify('${OWNERSHIP}', owner::text)
       from (select owner from ended union all select owner from over) as released
       union all select pg_notify('${SECRET_GIVEN}', sn) from retired`,
      [sn, owner, now],
    )
    return changed > 0
  },

  /** Sets a system's name (null: none) for its present owner, and notifies their windows. */
  async rename(system: number, name: string | null): Promise<void> {
    await sql.run(
      `with named as (update ownership set name = $2 where system = $1 and until is null returning owner)
       select pg_notify('${OWNERSHIP}', owner::text) from named`,
      [system, name],
    )
  },

  /** Whether somebody owned a system before `since`, also one whose account is gone. */
  hadOwnerBefore: async (system: number, since: Date): Promise<boolean> =>
    (await sql.row(
      z.object({ system: z.int() }),
      'select system from ownership where system = $1 and since < $2 limit 1',
      [system, since],
    )) !== undefined,

  /** Deletes systems without any other data. */
  async remove(ids: readonly number[]): Promise<void> {
    await sql.run('delete from storage_system where id = any($1)', [ids])
  },

  /** Ends an owner's ownerships and anonymizes these and their former ones. */
  async unlink(owner: string, now: Date): Promise<void> {
    await sql.run(
      `with ended as (update ownership set owner = null, ${OF_OWNER}, until = coalesce(until, greatest($2, since))
         where owner = $1::uuid returning system),
       ${retireOwn('$2')}
       select pg_notify('${SECRET_GIVEN}', sn) from retired
       union all select pg_notify('${OWNERSHIP}', $1::text) from (select from ended limit 1) as any_ended`,
      [owner, now],
    )
  },
})
