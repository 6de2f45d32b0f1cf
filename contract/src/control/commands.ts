import {
  commandNames,
  commandStates,
  type IssuedCommand,
  outcomes,
  type Progress,
} from '@kellersonne/core/control/commands'
import { limits } from '@kellersonne/core/telemetry/readings'
import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { page } from '../shared/page.ts'
import { serialNumber } from '../systems/systems.ts'

const instant = z.iso.datetime()
/** A unit's reason as it sent it: `expired`, `main_switch_off`, `not_on`, `stopped`, or any other text. */
const reason = z.nullable(z.string())

/**
 * A command and its outcome. It ends in exactly one of done, refused and timed_out. It times out at `deadline` unless
 * it progresses before; null once it has ended. `outcomes` lists everything the unit reported about it, including
 * what came too late to count.
 */
export const command = z.object({
  id: z.uuid(),
  sn: serialNumber,
  command: z.enum(commandNames),
  value: z.nullable(z.number()),
  /** E-mail address of the issuer. */
  by: z.string(),
  state: z.enum(commandStates),
  reason,
  asked_at: instant,
  accepted_at: z.nullable(instant),
  deadline: z.nullable(instant),
  ended_at: z.nullable(instant),
  outcomes: z.array(z.object({ outcome: z.enum(outcomes), reason, at: instant })),
})
export type Command = z.output<typeof command>

/** No current command uses one: it is passed through, within the widest range a unit measures. */
const value = z.optional(
  z.pipe(
    z.pipe(z.string().check(z.regex(/^-?\d{1,9}(\.\d{1,6})?$/)), z.transform(Number)),
    z.number().check(z.minimum(limits.power.min), z.maximum(limits.power.max)),
  ),
)

export const sendCommand = endpoint({
  method: 'POST',
  path: '/api/auth/command/',
  summary:
    'Gives a command to one of the caller’s units. The same one again, while it is under way or within three seconds, is the same command.',
  auth: 'bearer',
  form: z.object({ sn: serialNumber, command: z.enum(commandNames), value }),
  response: command,
  errors: ['not_found', 'unit_offline', 'command_under_way', 'command_unsupported', 'too_many_attempts'],
})

/**
 * Refetch it whenever the live stream announces the command's system: a unit's reports and timeouts are stored and
 * announced together.
 */
export const getCommand = endpoint({
  method: 'GET',
  path: '/api/auth/command/{id}/',
  summary: 'The state of a command that was given to one of the caller’s units.',
  auth: 'bearer',
  params: z.object({ id: z.uuid() }),
  response: command,
  errors: ['not_found'],
})

export const COMMANDS_A_PAGE = 10

export const listCommands = endpoint({
  method: 'GET',
  path: '/api/auth/commands/',
  summary:
    'The commands that one of the caller’s units was given since it is theirs, the newest first, ten a page.',
  auth: 'bearer',
  query: z.object({ sn: serialNumber, page }),
  response: z.object({ total: z.int(), commands: z.array(command).check(z.maxLength(COMMANDS_A_PAGE)) }),
  errors: ['not_found'],
})

const dateOf = (text: string | null) => (text === null ? null : new Date(text))

function toProgress(wire: Command): Progress {
  const acceptedAt = dateOf(wire.accepted_at)
  const endedAt = new Date(wire.ended_at ?? wire.asked_at)
  const deadline = new Date(wire.deadline ?? wire.asked_at)
  switch (wire.state) {
    case 'waiting':
      return { state: wire.state, deadline }
    case 'accepted':
      return { state: wire.state, acceptedAt: acceptedAt ?? deadline, deadline }
    case 'refused':
      return { state: wire.state, acceptedAt, endedAt, reason: wire.reason }
    default:
      return { state: wire.state, acceptedAt, endedAt }
  }
}

/** Converts a command from the wire format. */
export const toCommand = (wire: Command): IssuedCommand => ({
  id: wire.id,
  sn: wire.sn,
  name: wire.command,
  value: wire.value,
  by: wire.by,
  askedAt: new Date(wire.asked_at),
  progress: toProgress(wire),
  outcomes: wire.outcomes.map(({ outcome, reason, at }) => ({ outcome, reason, at: new Date(at) })),
})
