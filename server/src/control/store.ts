import { serialNumber } from '@kellersonne/contract/systems/systems'
import {
  type CommandRequest,
  commandNames,
  commandStates,
  OFF_MS,
  outcomes,
  type Progress,
} from '@kellersonne/core/control/commands'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'
import type { Sql } from '../platform/db/database.ts'
import { prepared } from '../platform/db/prepared.ts'
import { InvariantError, invariant } from '../platform/invariant.ts'
import type { Caller } from '../systems/access.ts'

/** How many commands of a system are kept, the newest: two a day for more than a year. */
export const MOST_COMMANDS = 1000

const instant = z.nullable(z.date())
const storedOutcome = z.object({
  outcome: z.enum(outcomes),
  reason: z.nullable(z.string()),
  at: z.coerce.date(),
})
/** A unit's response to a command, and when it was received. */
type StoredOutcome = z.output<typeof storedOutcome>
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
  outcomes: z.array(storedOutcome),
})
/** A stored command; `sn` is its unit. */
export type StoredCommand = z.output<typeof stored>
/** The current status of a command, and all responses to it. */
export type CommandStatus = {
  readonly id: string
  readonly progress: Progress
  readonly outcomes: readonly StoredOutcome[]
}

const select = `select command.id, command.system, sn, command.name, value, state, reason, asked_at as "askedAt",
  accepted_at as "acceptedAt", deadline, ended_at as "endedAt", outcomes
  from command join storage_system on storage_system.id = command.system`
/** Restricts to commands of systems that the caller ($1) may control, given since they may. */
const granted = `join system_access using (system, since) where caller = $1 and 'control' = any(rights)`

/** NOTIFY channel; payload: serial number of the unit a command must be sent to. */
export const COMMAND_ISSUED = 'command_given'

const LOCK = prepared(`${select} where command.id = any($1) order by command.id for update of command`)

const LOCK_OVERDUE = prepared(`
${select} where ended_at is null and deadline <= $1
order by command.id limit $2 for update of command skip locked`)

const SAVE = prepared(`
update command set state = new.state, accepted_at = new.accepted_at, deadline = new.deadline,
  ended_at = new.ended_at, reason = new.reason, outcomes = new.outcomes
from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[], $6::text[],
  $7::jsonb[]) as new(id, state, accepted_at, deadline, ended_at, reason, outcomes)
where command.id = new.id`)

/** The only file that writes the table `command`. A command added in a transaction is sent once that has committed. */
export const commandStore = (sql: Sql) => ({
  /** Resolves to the pending command of a locked system, else its last one. */
  newest: (system: number, { owner }: Caller): Promise<StoredCommand | undefined> =>
    sql.row(
      stored,
      `${select} ${granted} and command.system = $2
       order by (ended_at is null) desc, asked_at desc limit 1 for update of command`,
      [owner, system],
    ),

  /** Adds a command to a locked system; resolves to its id. Deletes the oldest beyond `MOST_COMMANDS`. */
  async add(system: number, { name, value }: CommandRequest, at: Date, deadline: Date): Promise<string> {
    const [row] = await sql.rows(
      z.object({ id: z.uuid() }),
      `with added as (
         insert into command (system, since, name, value, asked_at, state, deadline)
         select system, since, $2, $3, $4, 'waiting', $5 from ownership where system = $1 and until is null
         returning id, system)
       select added.id, pg_notify('${COMMAND_ISSUED}', sn) from added join storage_system on storage_system.id = system`,
      [system, name, value, at, deadline],
    )
    invariant(row, `command: system ${system} has no owner to issue it`)
    await sql.run(
      `delete from command where ended_at is not null and id in (
         select id from command where system = $1 order by since desc, asked_at desc offset $2)`,
      [system, MOST_COMMANDS],
    )
    return row.id
  },

  find: (id: string, { owner }: Caller): Promise<StoredCommand | undefined> =>
    sql.row(stored, `${select} ${granted} and command.id = $2`, [owner, id]),

  /** Newest first; `total` counts all. */
  async page(sn: SerialNumber, { owner }: Caller, { limit, offset }: { limit: number; offset: number }) {
    const counted = await sql.row(
      z.object({ total: z.int() }),
      `select count(*) as total from command join storage_system on storage_system.id = system ${granted} and sn = $2`,
      [owner, sn],
    )
    const commands = await sql.rows(
      stored,
      `${select} ${granted} and sn = $2 order by asked_at desc, command.id limit $3 offset $4`,
      [owner, sn, limit, offset],
    )
    return { total: counted?.total ?? 0, commands }
  },

  /** Resolves to the commands of one ownership of a system, oldest first. */
  since: (system: number, since: Date, limit: number, offset: number): Promise<StoredCommand[]> =>
    sql.rows(
      stored,
      `${select} where command.system = $1 and since = $2 order by asked_at, command.id limit $3 offset $4`,
      [system, since, limit, offset],
    ),

  /** Resolves to the commands given in a period of one ownership of a system, oldest first. */
  during: (system: number, since: Date, from: Date, until: Date, limit: number): Promise<StoredCommand[]> =>
    sql.rows(
      stored,
      `${select} where command.system = $1 and since = $2 and asked_at >= $3 and asked_at < $4
       order by asked_at, command.id limit $5`,
      [system, since, from, until, limit],
    ),

  /** Resolves to the systems that may have been switched off by a command since the instant of their span. */
  async switchedOff(spans: readonly { readonly system: number; readonly since: Date }[]): Promise<number[]> {
    const rows = await sql.rows(
      z.object({ system: z.int() }),
      `select distinct system from unnest($1::integer[], $2::timestamptz[]) as span(system, from_at) join command using (system)
       where name = 'off' and asked_at > from_at - $3 * interval '1 millisecond'`,
      [spans.map(({ system }) => system), spans.map(({ since }) => since), OFF_MS],
    )
    return rows.map(({ system }) => system)
  },

  /**
   * Resolves to the pending commands to send to these units (null = all units), if the owner who issued them still
   * has the system.
   */
  waiting: (sns: readonly SerialNumber[] | null, now: Date): Promise<StoredCommand[]> =>
    sql.rows(
      stored,
      `${select} join ownership using (system, since)
       where state = 'waiting' and deadline > $2 and until is null and ($1::text[] is null or sn = any($1))
       order by asked_at`,
      [sns, now],
    ),

  /** Locks the commands with these ids until the end of the transaction. */
  lockCommands: (ids: readonly string[]): Promise<StoredCommand[]> => sql.rows(stored, LOCK, [ids]),

  /** Locks up to `limit` overdue commands, as `lockCommands` does, skipping those locked by others. */
  lockOverdueCommands: (now: Date, limit: number): Promise<StoredCommand[]> =>
    sql.rows(stored, LOCK_OVERDUE, [now, limit]),

  async save(statuses: readonly CommandStatus[]): Promise<void> {
    const each = <T>(of: (status: CommandStatus) => T) => statuses.map(of)
    await sql.run(SAVE, [
      each(({ id }) => id),
      each(({ progress }) => progress.state),
      each(({ progress }) => ('acceptedAt' in progress ? progress.acceptedAt : null)),
      each(({ progress }) => ('deadline' in progress ? progress.deadline : null)),
      each(({ progress }) => ('endedAt' in progress ? progress.endedAt : null)),
      each(({ progress }) => (progress.state === 'refused' ? progress.reason : null)),
      each((status) => JSON.stringify(status.outcomes)),
    ])
  },
})

/** Converts a stored command to core's type. Throws if a row is inconsistent, which its check constraints prevent. */
export function progressOf({ id, state, reason, acceptedAt, deadline, endedAt }: StoredCommand): Progress {
  if (endedAt && state === 'refused') return { state, acceptedAt, endedAt, reason }
  if (endedAt && (state === 'done' || state === 'timed_out')) return { state, acceptedAt, endedAt }
  if (deadline && state === 'waiting') return { state, deadline }
  if (deadline && acceptedAt && state === 'accepted') return { state, acceptedAt, deadline }
  throw new InvariantError(`command ${id}: no times for the state ${state}`)
}
