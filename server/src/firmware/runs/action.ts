import {
  type Action,
  actionStates,
  DONE_PERCENT,
  interruptions,
  isInstalled,
} from '@kellersonne/core/firmware/chip-update'
import * as z from 'zod/mini'
import { InvariantError } from '../../platform/invariant.ts'

/** States of a stored action: `planned` before its turn. */
export const storedStates = ['planned', ...actionStates] as const

const instant = z.nullable(z.coerce.date())
/** A stored action with the release it installs. */
export const storedAction = z.object({
  id: z.int(),
  system: z.int(),
  run: z.uuid(),
  part: z.int(),
  release: z.int(),
  chip: z.string(),
  from: z.nullable(z.string()),
  to: z.string(),
  size: z.int(),
  sha256: z.string(),
  state: z.enum(storedStates),
  bytes: z.int(),
  percent: z.int(),
  begunAt: instant,
  startedAt: instant,
  installedAt: instant,
  deadline: instant,
  endedAt: instant,
  reason: z.nullable(z.enum(interruptions)),
  details: z.array(z.string()),
  words: z.int(),
  lastSeenAt: instant,
  fetchedAt: instant,
  cancelKnownAt: instant,
})
export type StoredAction = z.output<typeof storedAction>

/** True if its owner has cancelled it or an operator has withdrawn its release: the unit is informed, and confirms. */
export const isCalledOff = ({ state, reason }: Pick<StoredAction, 'state' | 'reason'>): boolean =>
  state === 'cancelled' || reason === 'withdrawn'

/** Converts a stored action to core's type; null before its turn. Throws if a row is inconsistent. */
export function actionOf(row: StoredAction): Action | null {
  const { state, startedAt, installedAt, deadline, endedAt, bytes, percent, reason } = row
  if (state === 'planned') return null
  if (endedAt && (state === 'finished' || state === 'cancelled'))
    return { state, startedAt, installedAt, endedAt }
  if (endedAt && state === 'interrupted' && reason) return { state, startedAt, installedAt, endedAt, reason }
  if (deadline && state === 'waiting') return { state, deadline }
  if (deadline && startedAt && state === 'started') return { state, startedAt, bytes, percent, deadline }
  if (deadline && startedAt && installedAt && state === 'installed')
    return { state, startedAt, installedAt, deadline }
  throw new InvariantError(`update_action ${row.id}: no times for the state ${state}`)
}

/** Returns the columns that core decides on; bytes or percent of null: keep the current progress. */
export const columnsOf = (action: Action) => ({
  state: action.state,
  bytes: action.state === 'started' ? action.bytes : null,
  percent: action.state === 'started' ? action.percent : isInstalled(action) ? DONE_PERCENT : null,
  startedAt: 'startedAt' in action ? action.startedAt : null,
  installedAt: 'installedAt' in action ? action.installedAt : null,
  deadline: 'deadline' in action ? action.deadline : null,
  endedAt: 'endedAt' in action ? action.endedAt : null,
  reason: action.state === 'interrupted' ? action.reason : null,
})
