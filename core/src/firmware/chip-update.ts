/** States of a chip's update. The last three are final. */
export const actionStates = [
  'waiting',
  'started',
  'installed',
  'finished',
  'interrupted',
  'cancelled',
] as const

/**
 * Why an update was interrupted. not_started: the unit never began; silent: no sign of life for too long; too_slow:
 * it took too long altogether; not_switched_on: installed, but never switched on again; failed, refused: reported by
 * the unit; not_downloaded: the unit reported completion without having read the whole image; withdrawn: an operator
 * withdrew the release before the unit had its whole image.
 */
export const interruptions = [
  'not_started',
  'silent',
  'too_slow',
  'not_switched_on',
  'failed',
  'refused',
  'not_downloaded',
  'withdrawn',
] as const
export type Interruption = (typeof interruptions)[number]

/** It is interrupted at `deadline` unless it progresses before. Times by the server's clock. */
export type Action = Open | Ended
type Open =
  | { readonly state: 'waiting'; readonly deadline: Date }
  | {
      readonly state: 'started'
      readonly startedAt: Date
      /** How far into the image the unit has read without a gap. */
      readonly bytes: number
      /** 5 to 95; never falls. */
      readonly percent: number
      readonly deadline: Date
    }
  | {
      readonly state: 'installed'
      readonly startedAt: Date
      readonly installedAt: Date
      readonly deadline: Date
    }
type Ended = {
  readonly startedAt: Date | null
  readonly installedAt: Date | null
  readonly endedAt: Date
} & (
  | { readonly state: 'finished' | 'cancelled' }
  | { readonly state: 'interrupted'; readonly reason: Interruption }
)

/**
 * An event of an action. bytesSent: the unit was sent the image from `from` up to `bytes`. progressReported: it reports
 * that it is at work; `installed`: progress of the installation in %, null if not reported. heartbeat: a sign of life.
 */
export type ActionEvent = { readonly at: Date } & (
  | { readonly kind: 'time' | 'heartbeat' | 'installed' | 'succeeded' | 'cancelled' | 'withdrawn' }
  | { readonly kind: 'bytesSent'; readonly from: number; readonly bytes: number }
  | { readonly kind: 'progressReported'; readonly installed: number | null }
  | { readonly kind: 'failed'; readonly reason: 'failed' | 'refused' }
)

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Time for the owner to switch the unit off, and for the unit to find the waiting update. */
export const START_MS = HOUR
/** Maximum time without a download, a report or a poll. */
export const SILENCE_MS = 15 * MINUTE
/** Maximum time from the first byte to the last report before the power cycle, however active the unit is. */
export const WHOLE_MS = 6 * HOUR
/** Time for the owner to switch the unit on again. */
export const SWITCH_ON_MS = 24 * HOUR

const START_PERCENT = 5
const DOWNLOAD_PERCENT = 85
const INSTALL_PERCENT = 5
/** The highest value that can be known before the unit reports completion. */
const ALL_BUT_DONE = START_PERCENT + DOWNLOAD_PERCENT + INSTALL_PERCENT
export const DONE_PERCENT = 100
export const INTERRUPTED_PERCENT = -1

const after = (at: Date, ms: number) => new Date(at.getTime() + ms)
const earlier = (a: Date, b: Date) => (a < b ? a : b)
const later = (a: Date, b: Date) => (a > b ? a : b)

/** Returns the first state of a chip whose turn has come. */
export const initialAction = (at: Date) =>
  ({ state: 'waiting', deadline: after(at, START_MS) }) as const satisfies Action

export const isOpen = (action: Action): action is Open => !('endedAt' in action)
/** True once the image has been installed. */
export const isInstalled = ({ state }: Pick<Action, 'state'>) => state === 'installed' || state === 'finished'

/** Returns 5 to 100, 0 before the first byte and after the end, or -1 if interrupted (UPD-09). */
export function percentOf(action: Action): number {
  switch (action.state) {
    case 'started':
      return action.percent
    case 'installed':
      return DONE_PERCENT
    case 'interrupted':
      return INTERRUPTED_PERCENT
    default:
      return 0
  }
}

const downloaded = (bytes: number, size: number) =>
  START_PERCENT + Math.floor((DOWNLOAD_PERCENT * Math.min(bytes, size)) / size)

type Started = Extract<Action, { state: 'started' }>
type Progress = {
  readonly at: Date
  readonly from?: number
  readonly bytes?: number
  readonly installed?: number | null
}

/** Ignores bytes beyond a gap: a unit could request only the end. */
const reached = (was: number, { from = 0, bytes = 0 }: Progress, size: number) =>
  from > was ? was : Math.max(was, Math.min(bytes, size))

/** Applies a sign of life and the progress it reports. */
function goOn(
  action: Extract<Open, { state: 'waiting' | 'started' }>,
  report: Progress,
  size: number,
): Started {
  const first = { startedAt: report.at, bytes: 0, percent: START_PERCENT, deadline: report.at }
  const was = action.state === 'started' ? action : first
  const bytes = reached(was.bytes, report, size)
  const installing = bytes === size && typeof report.installed === 'number'
  const installed = installing
    ? ALL_BUT_DONE - INSTALL_PERCENT + Math.floor((INSTALL_PERCENT * Math.min(report.installed, 100)) / 100)
    : 0
  return {
    state: 'started',
    startedAt: was.startedAt,
    bytes,
    percent: Math.max(was.percent, downloaded(bytes, size), installed),
    // An event recorded late must not move the deadline back.
    deadline: earlier(later(was.deadline, after(report.at, SILENCE_MS)), after(was.startedAt, WHOLE_MS)),
  }
}

function lateReason(action: Open): Interruption {
  if (action.state === 'waiting') return 'not_started'
  if (action.state === 'installed') return 'not_switched_on'
  return action.deadline >= after(action.startedAt, WHOLE_MS) ? 'too_slow' : 'silent'
}

function end(action: Open, at: Date, final: { state: 'finished' | 'cancelled' } | Interruption): Ended {
  const times = {
    startedAt: action.state === 'waiting' ? null : action.startedAt,
    installedAt: action.state === 'installed' ? action.installedAt : null,
    endedAt: at,
  }
  if (typeof final === 'string') return { ...times, state: 'interrupted', reason: final }
  return { ...times, ...final }
}

/** True if a unit has its whole image, which it may be installing: nobody can stop that. */
const hasWhole = (action: Open, size: number) =>
  action.state === 'installed' || (action.state === 'started' && action.bytes === size)

/** Applies a unit's report of completion, which is trusted only if the unit has read the whole image. */
function done(action: Open, at: Date, size: number, state: 'installed' | 'finished'): Action {
  if (action.state === 'installed') return state === 'finished' ? end(action, at, { state }) : action
  const had = action.state === 'started' ? action.bytes : 0
  if (had < size) return end(action, at, 'not_downloaded')
  if (state === 'finished') return { ...end(action, at, { state }), installedAt: at }
  const startedAt = action.state === 'started' ? action.startedAt : at
  return { state, startedAt, installedAt: at, deadline: after(at, SWITCH_ON_MS) }
}

/**
 * Returns the state after an event of an action whose image is `size` bytes long. The first final state stays,
 * whatever is reported later; an event after the deadline comes too late.
 */
export function next(action: Action, event: ActionEvent, size: number): Action {
  if (!isOpen(action)) return action
  const { at } = event
  if (at >= action.deadline) return end(action, action.deadline, lateReason(action))
  switch (event.kind) {
    case 'time':
      return action
    case 'heartbeat':
      return action.state === 'started' ? goOn(action, { at }, size) : action
    case 'bytesSent':
    case 'progressReported':
      return action.state === 'installed' ? action : goOn(action, event, size)
    case 'installed':
      return done(action, at, size, 'installed')
    case 'succeeded':
      return done(action, at, size, 'finished')
    case 'failed':
      return end(action, at, event.reason)
    case 'cancelled':
      return action.state === 'waiting' ? end(action, at, { state: 'cancelled' }) : action
    case 'withdrawn':
      return hasWhole(action, size) ? action : end(action, at, 'withdrawn')
  }
}

/** False if an event contradicts the action's state at that time. */
export function accepts(action: Action, event: ActionEvent, size: number): boolean {
  const now = next(action, { kind: 'time', at: event.at }, size)
  switch (event.kind) {
    case 'time':
    case 'heartbeat':
    case 'withdrawn':
      return true
    case 'succeeded':
      return isOpen(now) || now.state === 'finished'
    case 'failed':
      return isOpen(now) || now.state === 'interrupted'
    case 'cancelled':
      return now.state === 'waiting' || now.state === 'cancelled'
    default:
      return isOpen(now)
  }
}
