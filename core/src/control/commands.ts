import type { LiveSystem } from '../live/live.ts'
import { stopsUnit } from '../messages/messages.ts'
import type { SerialNumber } from '../systems/systems.ts'

/** What an owner can tell a unit to do (API-07). */
export const commandNames = ['on', 'off', 'standby', 'self_test', 'calibrate'] as const
export type CommandName = (typeof commandNames)[number]

/** waiting: the unit has not answered. The last three are final. */
export const commandStates = ['waiting', 'accepted', 'done', 'refused', 'timed_out'] as const

/** How a command stands. `deadline` is when it times out unless it goes on before. Times by the server's clock. */
export type Progress =
  | { readonly state: 'waiting'; readonly deadline: Date }
  | { readonly state: 'accepted'; readonly acceptedAt: Date; readonly deadline: Date }
  | Ended
/** `acceptedAt` is null where the unit never said that it accepts. */
type Ended = { readonly acceptedAt: Date | null; readonly endedAt: Date } & (
  | { readonly state: 'done' | 'timed_out' }
  | { readonly state: 'refused'; readonly reason: string | null }
)

export const outcomes = ['accepted', 'done', 'refused'] as const
/** What happens to a command: its unit says something, or time passes. */
export type CommandEvent = { readonly at: Date } & (
  | { readonly kind: 'accepted' | 'done' | 'time' }
  | { readonly kind: 'refused'; readonly reason: string | null }
)

const SECOND = 1000
const MINUTE = 60 * SECOND
/** A unit that is there answers at once; this is for one that comes back after a short break. */
export const ACCEPT_MS = MINUTE
/** From its acceptance on; switched on, a unit first watches the grid for a minute. */
const DONE_MS: Readonly<Record<CommandName, number>> = {
  on: 3 * MINUTE,
  off: MINUTE,
  standby: MINUTE,
  self_test: 5 * MINUTE,
  calibrate: 5 * MINUTE,
}
/** Within this time the same command again is a second click, even if the first is over. */
export const REPEAT_MS = 3 * SECOND

const after = (at: Date, ms: number) => new Date(at.getTime() + ms)

export const given = (at: Date) =>
  ({ state: 'waiting', deadline: after(at, ACCEPT_MS) }) as const satisfies Progress

/** How a command stands after an event. The first final state stays, whatever is said later. */
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

/** What is to be done; `value` null where none was given. */
export type Order = { readonly name: CommandName; readonly value: number | null }
/** The last command that a system was given. */
export type Newest = Order & { readonly askedAt: Date; readonly progress: Progress }

/** Whether an order is a new one, the newest one once more, or has to wait for another to end. */
export function judgeOrder(order: Order, newest: Newest | null, now: Date): 'new' | 'same' | 'under_way' {
  if (newest === null) return 'new'
  const open = !('endedAt' in newest.progress)
  const equal = order.name === newest.name && order.value === newest.value
  if (equal && (open || now.getTime() - newest.askedAt.getTime() < REPEAT_MS)) return 'same'
  return open ? 'under_way' : 'new'
}

/** Something a unit said about a command, and when the server heard it. */
export type Word = {
  readonly outcome: (typeof outcomes)[number]
  readonly reason: string | null
  readonly at: Date
}

/** A command that was given: by whom, how it stands, and all that its unit said about it, in that order. */
export type GivenCommand = Order & {
  readonly id: string
  readonly sn: SerialNumber
  /** An e-mail address. */
  readonly by: string
  readonly askedAt: Date
  readonly progress: Progress
  readonly words: readonly Word[]
}

export const isUnderWay = ({ progress }: GivenCommand) => !('endedAt' in progress)

/** What a unit said about a command after that had ended, where it says something else than the end. */
export function lateWords({ progress, words }: GivenCommand): readonly Word[] {
  if (!('endedAt' in progress)) return []
  const { state, endedAt } = progress
  const first =
    state === 'timed_out'
      ? words.findIndex(({ at }) => at >= endedAt)
      : words.findIndex(({ outcome }) => outcome === state)
  const late = first < 0 ? [] : words.slice(first)
  return late.filter(({ outcome }) => outcome !== state && !(state === 'done' && outcome === 'accepted'))
}

/** Why a unit need not be told something, or would refuse it. */
export type Obstacle = 'already' | 'not_on' | 'stopped'

type Told = Pick<LiveSystem, 'status' | 'batteryStatus' | 'messages'>

function isAlready(name: CommandName, { status, batteryStatus, messages }: Told): boolean {
  const stands = (flag: string) => messages.some(({ code }) => code === flag)
  switch (name) {
    case 'on':
      return status === 'on' || stands('wait60')
    case 'self_test':
      return stands('sm_test')
    case 'calibrate':
      return batteryStatus === 'calibrating'
    default:
      return status === name
  }
}

/** What is known against telling a unit something, by its own last word; null where nothing is. */
export function obstacle(name: CommandName, told: Told): Obstacle | null {
  if (isAlready(name, told)) return 'already'
  if (name !== 'self_test' && name !== 'calibrate') return null
  if (told.status === 'off' || told.status === 'standby') return 'not_on'
  return told.messages.some(stopsUnit) ? 'stopped' : null
}
