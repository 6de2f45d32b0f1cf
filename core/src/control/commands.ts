import type { LiveSystem } from '../live/live.ts'
import { stopsUnit } from '../messages/messages.ts'
import type { SerialNumber } from '../systems/systems.ts'

/** Commands an owner can send to a unit (API-07). */
export const commandNames = ['on', 'off', 'standby', 'self_test', 'calibrate'] as const
export type CommandName = (typeof commandNames)[number]

/** waiting: the unit has not answered. The last three are final. */
export const commandStates = ['waiting', 'accepted', 'done', 'refused', 'timed_out'] as const

/** Status of a command. It times out at `deadline` unless it progresses before. Times by the server's clock. */
export type Progress =
  | { readonly state: 'waiting'; readonly deadline: Date }
  | { readonly state: 'accepted'; readonly acceptedAt: Date; readonly deadline: Date }
  | Ended
/** `acceptedAt` is null if the unit never reported acceptance. */
type Ended = { readonly acceptedAt: Date | null; readonly endedAt: Date } & (
  | { readonly state: 'done' | 'timed_out' }
  | { readonly state: 'refused'; readonly reason: string | null }
)

export const outcomes = ['accepted', 'done', 'refused'] as const
/** An event of a command: its unit reports an outcome, or time passes. */
export type CommandEvent = { readonly at: Date } & (
  | { readonly kind: 'accepted' | 'done' | 'time' }
  | { readonly kind: 'refused'; readonly reason: string | null }
)

const SECOND = 1000
const MINUTE = 60 * SECOND
/** An online unit answers at once; the minute is for one that reconnects after a short break. */
export const ACCEPT_MS = MINUTE
/** Counted from acceptance. After `on`, a unit first monitors the grid for a minute. */
const DONE_MS: Readonly<Record<CommandName, number>> = {
  on: 3 * MINUTE,
  off: MINUTE,
  standby: MINUTE,
  self_test: 5 * MINUTE,
  calibrate: 5 * MINUTE,
}
/** How long after the owner's request a command to switch off may still take effect, in ms: then it is done or has timed out. */
export const OFF_MS = ACCEPT_MS + DONE_MS.off
/** An identical command within this time counts as a double click, even if the first has ended. */
export const REPEAT_MS = 3 * SECOND

const after = (at: Date, ms: number) => new Date(at.getTime() + ms)

export const initialProgress = (at: Date) =>
  ({ state: 'waiting', deadline: after(at, ACCEPT_MS) }) as const satisfies Progress

/** Returns the status after an event. The first final state stays, whatever is reported later. */
export function next(name: CommandName, progress: Progress, event: CommandEvent): Progress {
  if ('endedAt' in progress) return progress
  const { at } = event
  const acceptedAt = progress.state === 'accepted' ? progress.acceptedAt : null
  if (at >= progress.deadline) return { state: 'timed_out', acceptedAt, endedAt: progress.deadline }
  switch (event.kind) {
    case 'time':
      return progress
    case 'accepted':
      if (progress.state === 'accepted') return progress
      return { state: 'accepted', acceptedAt: at, deadline: after(at, DONE_MS[name]) }
    case 'done':
      return { state: 'done', acceptedAt, endedAt: at }
    case 'refused':
      return { state: 'refused', acceptedAt, endedAt: at, reason: event.reason }
  }
}

/** A requested command; `value` is null if none was given. */
export type CommandRequest = { readonly name: CommandName; readonly value: number | null }
/** The last command issued to a system. */
export type NewestCommand = CommandRequest & { readonly askedAt: Date; readonly progress: Progress }

/** Decides whether an order is new, repeats the newest one, or must wait for another to end. */
export function judgeRequest(
  order: CommandRequest,
  newest: NewestCommand | null,
  now: Date,
): 'new' | 'same' | 'under_way' {
  if (newest === null) return 'new'
  const open = !('endedAt' in newest.progress)
  const equal = order.name === newest.name && order.value === newest.value
  if (equal && (open || now.getTime() - newest.askedAt.getTime() < REPEAT_MS)) return 'same'
  return open ? 'under_way' : 'new'
}

/** An outcome reported by a unit, and when the server received it. */
export type ReportedOutcome = {
  readonly outcome: (typeof outcomes)[number]
  readonly reason: string | null
  readonly at: Date
}

/** An issued command: its issuer, its status, and all outcomes its unit reported, in the order received. */
export type IssuedCommand = CommandRequest & {
  readonly id: string
  readonly sn: SerialNumber
  /** E-mail address of the issuer. */
  readonly by: string
  readonly askedAt: Date
  readonly progress: Progress
  readonly outcomes: readonly ReportedOutcome[]
}

export const isUnderWay = ({ progress }: IssuedCommand) => !('endedAt' in progress)

/** Returns outcomes reported after the command had ended that differ from its final state. */
export function lateOutcomes({ progress, outcomes }: IssuedCommand): readonly ReportedOutcome[] {
  if (!('endedAt' in progress)) return []
  const { state, endedAt } = progress
  const first =
    state === 'timed_out'
      ? outcomes.findIndex(({ at }) => at >= endedAt)
      : outcomes.findIndex(({ outcome }) => outcome === state)
  const late = first < 0 ? [] : outcomes.slice(first)
  return late.filter(({ outcome }) => outcome !== state && !(state === 'done' && outcome === 'accepted'))
}

/** Why a command is unnecessary, or would be refused by the unit. */
export type Obstacle = 'already' | 'not_on' | 'stopped'

type Reported = Pick<LiveSystem, 'status' | 'batteryStatus' | 'messages'>

function isAlready(name: CommandName, { status, batteryStatus, messages }: Reported): boolean {
  const isActive = (flag: string) => messages.some(({ code }) => code === flag)
  switch (name) {
    case 'on':
      return status === 'on' || isActive('wait60')
    case 'self_test':
      return isActive('sm_test')
    case 'calibrate':
      return batteryStatus === 'calibrating'
    default:
      return status === name
  }
}

/** Returns what speaks against a command, judging by the unit's last report; null if nothing does. */
export function obstacle(name: CommandName, reported: Reported): Obstacle | null {
  if (isAlready(name, reported)) return 'already'
  if (name !== 'self_test' && name !== 'calibrate') return null
  if (reported.status === 'off' || reported.status === 'standby') return 'not_on'
  return reported.messages.some(stopsUnit) ? 'stopped' : null
}
