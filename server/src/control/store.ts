import { serialNumber } from '@kellersonne/contract/systems/systems'
import {
  commandNames,
  commandStates,
  type Order,
  outcomes,
  type Progress,
} from '@kellersonne/core/control/commands'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'
import type { Sql } from '../platform/db/database.ts'
import { NOTICES } from '../telemetry/readings/store.ts'

const instant = z.nullable(z.date())
const told = z.object({
  outcome: z.enum(outcomes),
  reason: z.nullable(z.string()),
  at: z.coerce.date(),
})
/** What a unit said about a command, and when it was heard. */
export type Told = z.output<typeof told>
const stored = z.object({
  id: z.uuid(),
  system: z.int(),
  sn: serialNumber,
  name: z.enum(commandNames),
  value: z.nullable(z.number()),
  state: z.enum(commandStates),
  reason: z.nullable(z.string()),
  askedAt: z.date(),
  acceptedAt: instant,
  deadline: instant,
  endedAt: instant,
  outcomes: z.array(told),
})
/** A command as it is stored; `sn` is whom it was given to. */
export type StoredCommand = z.output<typeof stored>
/** How a command stands now, and all that was said about it. */
export type Standing = {
  readonly id: string
  readonly progress: Progress
  readonly outcomes: readonly Told[]
}

const select = `select command.id, command.system, sn, name, value, state, reason, asked_at as "askedAt",
  accepted_at as "acceptedAt", deadline, ended_at as "endedAt", outcomes
  from command join storage_system on storage_system.id = command.system`
/** Of the one who owns the system ($1), and given while it is theirs. */
const present = `join ownership using (system, since) where owner = $1 and until is null`

/** What is said, with its unit's serial number, when a command is to be sent. */
export const COMMAND_GIVEN = 'command_given'

/** The only file that knows the table command. What is added in a transaction is sent once that has committed. */
export const commandStore = (sql: Sql) => ({
  /** The system's id where it is the owner's, who then stays so until the transaction has ended; and gives one command at a time. */
  async hold(sn: SerialNumber, owner: string): Promise<number | undefined> {
    const row = await sql.row(
      z.object({ system: z.int() }),
      `select system from ownership join storage_system on id = system
       where sn = $1 and owner = $2 and until is null for no key update of ownership`,
      [sn, owner],
    )
    return row?.system
  },

  /** The one under way of a system that is held, else its last. */
  newest: (system: number, owner: string): Promise<StoredCommand | undefined> =>
    sql.row(
      stored,
      `${select} ${present} and command.system = $2
       order by (ended_at is null) desc, asked_at desc limit 1 for update of command`,
      [owner, system],
    ),

  /** Adds a command to a system that is held; its id. */
  async add(system: number, { name, value }: Order, at: Date, deadline: Date): Promise<string> {
    const [row] = await sql.rows(
      z.object({ id: z.uuid() }),
      `with added as (
         insert into command (system, since, name, value, asked_at, state, deadline)
         select system, since, $2, $3, $4, 'waiting', $5 from ownership where system = $1 and until is null
         returning id, system)
       select added.id, pg_notify('${COMMAND_GIVEN}', sn) from added join storage_system on storage_system.id = system`,
      [system, name, value, at, deadline],
    )
    if (!row) throw new Error('an insert returned no row')
    return row.id
  },

  find: (id: string, owner: string): Promise<StoredCommand | undefined> =>
    sql.row(stored, `${select} ${present} and command.id = $2`, [owner, id]),

  /** The newest first; `total` counts all. */
  async page(sn: SerialNumber, owner: string, { limit, offset }: { limit: number; offset: number }) {
    const counted = await sql.row(
      z.object({ total: z.int() }),
      `select count(*) as total from command join storage_system on storage_system.id = system ${present} and sn = $2`,
      [owner, sn],
    )
    const commands = await sql.rows(
      stored,
      `${select} ${present} and sn = $2 order by asked_at desc, command.id limit $3 offset $4`,
      [owner, sn, limit, offset],
    )
    return { total: counted?.total ?? 0, commands }
  },

  /** All that a system was given since it became somebody's, the oldest first, `limit` of them from `offset` on. */
  since: (system: number, since: Date, limit: number, offset: number): Promise<StoredCommand[]> =>
    sql.rows(
      stored,
      `${select} where command.system = $1 and since = $2 order by asked_at, command.id limit $3 offset $4`,
      [system, since, limit, offset],
    ),

  /** Those given in a time since the system became somebody's, the oldest first. */
  during: (system: number, since: Date, from: Date, until: Date, limit: number): Promise<StoredCommand[]> =>
    sql.rows(
      stored,
      `${select} where command.system = $1 and since = $2 and asked_at >= $3 and asked_at < $4
       order by asked_at, command.id limit $5`,
      [system, since, from, until, limit],
    ),

  /** What is to be sent to these units, null: to all; only what whoever owns them now has asked for. */
  waiting: (sns: readonly SerialNumber[] | null, now: Date): Promise<StoredCommand[]> =>
    sql.rows(
      stored,
      `${select} join ownership using (system, since)
       where state = 'waiting' and deadline > $2 and until is null and ($1::text[] is null or sn = any($1))
       order by asked_at`,
      [sns, now],
    ),

  /** Those of these ids, which nobody else changes until the transaction has ended. */
  holdAll: (ids: readonly string[]): Promise<StoredCommand[]> =>
    sql.rows(stored, `${select} where command.id = any($1) order by command.id for update of command`, [ids]),

  /** Those past their deadline that nobody else is at, `limit` at most, held as by `holdAll`. */
  holdOverdue: (now: Date, limit: number): Promise<StoredCommand[]> =>
    sql.rows(
      stored,
      `${select} where ended_at is null and deadline <= $1
       order by command.id limit $2 for update of command skip locked`,
      [now, limit],
    ),

  async save(standings: readonly Standing[]): Promise<void> {
    const each = <T>(of: (standing: Standing) => T) => standings.map(of)
    await sql.run(
      `update command set state = new.state, accepted_at = new.accepted_at, deadline = new.deadline,
         ended_at = new.ended_at, reason = new.reason, outcomes = new.outcomes
       from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[], $6::text[],
         $7::jsonb[]) as new(id, state, accepted_at, deadline, ended_at, reason, outcomes)
       where command.id = new.id`,
      [
        each(({ id }) => id),
        each(({ progress }) => progress.state),
        each(({ progress }) => ('acceptedAt' in progress ? progress.acceptedAt : null)),
        each(({ progress }) => ('deadline' in progress ? progress.deadline : null)),
        each(({ progress }) => ('endedAt' in progress ? progress.endedAt : null)),
        each(({ progress }) => (progress.state === 'refused' ? progress.reason : null)),
        each((standing) => JSON.stringify(standing.outcomes)),
      ],
    )
  },

  /** Tells whoever shows these systems that something has changed. */
  async announce(systems: readonly number[]): Promise<void> {
    await sql.run('select pg_notify($1, $2)', [NOTICES, [...new Set(systems)].join()])
  },
})

/** How a stored command stands, by core. Throws where a row contradicts itself, which its checks forbid. */
export function progressOf({ state, reason, acceptedAt, deadline, endedAt }: StoredCommand): Progress {
  if (endedAt && state === 'refused') return { state, acceptedAt, endedAt, reason }
  if (endedAt && (state === 'done' || state === 'timed_out')) return { state, acceptedAt, endedAt }
  if (deadline && state === 'waiting') return { state, deadline }
  if (deadline && acceptedAt && state === 'accepted') return { state, acceptedAt, deadline }
  throw new Error(`a command cannot be ${state}`)
}
