import { messageLists, type StatePayload } from '@kellersonne/contract/telemetry/device'
import type { Item } from './batch.ts'

/** A state as late as this mostly falls between others. */
const LATE_MS = 30 * 60_000
/** What storing takes, as a multiple of a reading, which takes a writer 0.06 ms. */
const WORK = {
  /** It locks its owner's commands, and may have to wait. */
  outcome: 5,
  /** It is compared with its neighbours, merged into what is known of the unit, and may confirm a claim. */
  state: 5,
  /** Its text and that of what is known of the unit. */
  stateBytes: 1 / 256,
  /** A code that the state before lacks is a change, which begins an episode; it will be another when it is resolved. */
  code: 3,
  /** Changes after a late state are read again, and episodes made anew. */
  lateState: 3,
}

/** What storing a reading takes that opens a sealed day: its 96 quarters are unpacked and inserted, and later packed again. */
export const REOPENING = 100

/** Returns the number of message codes and errors that a state names. */
export const codesIn = (state: StatePayload): number =>
  messageLists.reduce((count, list) => count + (state[list]?.length ?? 0), 0)

/** Estimates what storing an item takes, as a multiple of a reading. `bytes`: of its message. */
export function workOf(item: Item, bytes: number): number {
  if (item.kind === 'outcome') return WORK.outcome
  if (item.kind !== 'state') return 1
  const work = WORK.state + WORK.stateBytes * bytes + WORK.code * codesIn(item.state)
  return item.receivedAt.getTime() - item.state.at.getTime() > LATE_MS ? WORK.lateState * work : work
}
