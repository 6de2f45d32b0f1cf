import { serialNumber } from '@kellersonne/contract/systems/systems'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'
import type { Sql } from '../platform/db/database.ts'
import { prepared } from '../platform/db/prepared.ts'
import { invariant } from '../platform/invariant.ts'
import { OWNERSHIP } from './store.ts'

const begun = z.object({ dueAt: z.date(), isNew: z.boolean() })
const shown = z.object({
  sn: serialNumber,
  role: z.enum(['giving', 'taking']),
  dueAt: z.date(),
  proveBy: z.date(),
  isProven: z.boolean(),
})
/** A hand-over as its two sides see it: the owner who gives the system, or the claimant who takes it. */
export type ShownHandover = z.output<typeof shown>
const due = z.object({
  system: z.int(),
  sn: serialNumber,
  claimant: z.uuid(),
  owner: z.nullable(z.uuid()),
})
export type DueHandover = z.output<typeof due>
const ended = z.object({ sn: serialNumber, claimant: z.uuid() })
const provable = z.object({
  system: z.int(),
  claimant: z.uuid(),
  from: z.date(),
  until: z.date(),
  since: z.date(),
  received: z.date(),
})

type Begin = {
  readonly system: number
  readonly claimant: string
  readonly now: Date
  readonly unitNow: Date
  readonly proveBy: Date
  readonly dueAt: Date
}

/** Notifies both sides, so that their pages read what has changed. */
const NOTIFY = `pg_notify('${OWNERSHIP}', claimant::text),
  (select pg_notify('${OWNERSHIP}', owner::text) from ownership where ownership.system = handover.system and until is null)`

/** Open, and not overtaken: whoever became the owner later never had the chance to object. */
export const OPEN_HANDOVER = `objected_at is null and not exists (select from ownership as later
  where later.system = handover.system and later.until is null and later.since > begun_at)`

const PROVABLE =
  prepared(`select handover.system, claimant, unit_asked_at as "from", unit_asked_at + (prove_by - asked_at) as until,
     least(asked_at, unit_asked_at) as since, max(received) as received
   from unnest($1::integer[], $2::timestamptz[]) as message(system, received) join handover using (system)
   where received >= asked_at and received < prove_by and proven_at is null and ${OPEN_HANDOVER}
     and not exists (
       select from update_action where update_action.system = handover.system
         and (deadline is not null or ended_at >= asked_at))
   group by handover.system, claimant, unit_asked_at, prove_by, asked_at`)

/** The only file that writes `handover`. */
export const handoverStore = (sql: Sql) => ({
  /** Begins a hand-over, or asks anew for the main switch in one that is under way. The system's row is locked. */
  async begin({ system, claimant, now, unitNow, proveBy, dueAt }: Begin): Promise<z.output<typeof begun>> {
    // What was overtaken, and the job has not deleted yet; and what an earlier owner has refused this claimant.
    await sql.run(
      `delete from handover where system = $1
         and (objected_at is null and not (${OPEN_HANDOVER}) or objected_at is not null and claimant = $2)`,
      [system, claimant],
    )
    const row = await sql.row(
      begun,
      `insert into handover (system, claimant, begun_at, due_at, asked_at, unit_asked_at, prove_by)
       values ($1, $2, $3, $4, $3, $5, $6)
       on conflict (system, claimant) do update set asked_at = excluded.asked_at,
         unit_asked_at = excluded.unit_asked_at, prove_by = excluded.prove_by
       returning due_at as "dueAt", begun_at = $3 as "isNew"`,
      [system, claimant, now, dueAt, unitNow, proveBy],
    )
    invariant(row, `handover: the upsert for system ${system} returned no row`)
    return row
  },

  /** Resolves to the hand-overs in which somebody gives or takes a system. */
  of: (owner: string): Promise<ShownHandover[]> =>
    sql.rows(
      shown,
      `select sn, case when claimant = $1 then 'taking' else 'giving' end as role, due_at as "dueAt",
         prove_by as "proveBy", proven_at is not null as "isProven"
       from handover join storage_system on id = system
       left join ownership on ownership.system = handover.system and until is null
       where ${OPEN_HANDOVER} and (claimant = $1 or owner = $1) order by due_at, sn`,
      [owner],
    ),

  /**
   * Resolves to hand-overs of systems that reported before the time for the switch was over; none while the owner
   * updates the system, which they need the switch for themselves.
   */
  provable: (received: readonly { readonly system: number; readonly receivedAt: Date }[]) =>
    sql.rows(provable, PROVABLE, [
      received.map(({ system }) => system),
      received.map(({ receivedAt }) => receivedAt),
    ]),

  async prove(system: number, at: Date): Promise<void> {
    await sql.run(
      `with proven as (
         update handover set proven_at = $2 where system = $1 and objected_at is null returning *)
       select ${NOTIFY} from proven as handover`,
      [system, at],
    )
  },

  /** Resolves to hand-overs to complete: proven and due, or of systems that have no owner any more. */
  due: (now: Date, limit: number): Promise<DueHandover[]> =>
    sql.rows(
      due,
      `select handover.system, sn, claimant, owner from handover join storage_system on id = handover.system
       left join ownership on ownership.system = handover.system and until is null
       where ${OPEN_HANDOVER} and (owner is null or (proven_at is not null and due_at <= $1))
       order by due_at limit $2`,
      [now, limit],
    ),

  /** Resolves to the claimant of the hand-over of one of `owner`'s systems, or undefined if there is none. */
  claimantOf: async (sn: SerialNumber, owner: string): Promise<string | undefined> =>
    (
      await sql.row(
        z.object({ claimant: z.uuid() }),
        `select claimant from handover join storage_system on id = handover.system
         join ownership on ownership.system = id and until is null
         where sn = $1 and owner = $2 and ${OPEN_HANDOVER}`,
        [sn, owner],
      )
    )?.claimant,

  /** Refuses the hand-over of one of `owner`'s systems; resolves to its claimant, or undefined if there is none. */
  object: (sn: SerialNumber, owner: string, now: Date) =>
    sql.row(
      ended,
      `with objected as (
         update handover set objected_at = $3 from storage_system, ownership
         where id = handover.system and sn = $1 and ${OPEN_HANDOVER} and ownership.system = id and until is null
           and owner = $2::uuid returning sn, claimant)
       select sn, claimant, pg_notify('${OWNERSHIP}', claimant::text), pg_notify('${OWNERSHIP}', $2::text) from objected`,
      [sn, owner, now],
    ),

  /** Gives up a hand-over that `claimant` has begun; resolves to true if there was one. */
  async cancel(sn: SerialNumber, claimant: string): Promise<boolean> {
    const changed = await sql.run(
      `with gone as (
         delete from handover using storage_system
         where id = handover.system and sn = $1 and claimant = $2 and objected_at is null returning handover.*)
       select ${NOTIFY} from gone as handover`,
      [sn, claimant],
    )
    return changed > 0
  },

  /** Deletes hand-overs that should have been proven by `before`, or were overtaken by another owner; resolves to them. */
  lapse: (before: Date) =>
    sql.rows(
      ended,
      `delete from handover using storage_system
       where id = handover.system and objected_at is null
         and (proven_at is null and due_at < $1 or not (${OPEN_HANDOVER}))
       returning sn, claimant`,
      [before],
    ),
})
