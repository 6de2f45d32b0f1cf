import type { MessageList } from '@kellersonne/contract/telemetry/device'
import { type ActiveMessages, type Change, changesBetween } from '@kellersonne/core/messages/episodes'

/** A list of messages in a state among its neighbours; `fresh` if it has not been processed yet. */
export type MessagesAround = ActiveMessages & {
  readonly system: number
  readonly list: MessageList
  readonly fresh: boolean
}

/** A change of one list made by one state. There is at most one per system, code, list and state. */
export type StoredChange = Change & {
  readonly system: number
  readonly list: MessageList
  readonly stateAt: Date
}

/** The instants between which all changes of one code lie, and the states that made them. */
export type Touched = {
  readonly system: number
  readonly code: string
  readonly earliest: Date
  readonly latest: Date
  /** What was made, in the order of states. */
  readonly changes: readonly Change[]
}

type Changed = {
  /** The changes of fresh states and of their successors. */
  readonly made: readonly StoredChange[]
  /** The former changes of their successors. */
  readonly gone: readonly StoredChange[]
  readonly touched: readonly Touched[]
  /** Systems that have a later state than one of the fresh ones. */
  readonly lateSystems: ReadonlySet<number>
}

const keyOf = ({ system, list, code, stateAt }: StoredChange) =>
  `${system} ${list} ${stateAt.getTime()} ${code}`
const sameAs = (one: StoredChange, other: StoredChange | undefined) =>
  other !== undefined && one.at.getTime() === other.at.getTime() && one.raised === other.raised

const between = (before: ActiveMessages | null, after: MessagesAround): StoredChange[] =>
  changesBetween(before, after).map((change) => ({
    ...change,
    ...{ system: after.system, list: after.list, stateAt: after.at },
  }))

/** Computes what fresh states change. `states`: by list, system and time, with both neighbours of each fresh one. */
export function changesAround(states: readonly MessagesAround[]): Changed {
  const made = new Map<string, StoredChange>()
  const gone = new Map<string, StoredChange>()
  const lateSystems = new Set<number>()
  let previous: MessagesAround | null = null
  let known: MessagesAround | null = null
  for (const state of states) {
    if (previous?.system !== state.system || previous.list !== state.list) [previous, known] = [null, null]
    if (state.fresh || previous?.fresh) for (const one of between(previous, state)) made.set(keyOf(one), one)
    if (!state.fresh && previous?.fresh) {
      lateSystems.add(state.system)
      for (const one of between(known, state)) gone.set(keyOf(one), one)
    }
    if (!state.fresh) known = state
    previous = state
  }
  for (const [key, old] of gone) {
    if (!sameAs(old, made.get(key))) continue
    gone.delete(key)
    made.delete(key)
  }
  return {
    made: [...made.values()],
    gone: [...gone].flatMap(([key, old]) => (made.has(key) ? [] : [old])),
    touched: touchedBy([...made.values()], [...gone.values()]),
    lateSystems,
  }
}

function touchedBy(made: readonly StoredChange[], gone: readonly StoredChange[]): Touched[] {
  const isMade = new Set(made)
  const byCode = Map.groupBy([...made, ...gone], ({ system, code }) => `${system} ${code}`)
  return [...byCode.values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const times = own.flatMap(({ at, stateAt }) => [at.getTime(), stateAt.getTime()])
    const { system, code } = first
    // Of several lists, each in its own order. What one list hands over to another ends there first.
    const changes = own
      .filter((one) => isMade.has(one))
      .sort((a, b) => a.stateAt.getTime() - b.stateAt.getTime() || Number(a.raised) - Number(b.raised))
    return {
      ...{ system, code, changes },
      ...{ earliest: new Date(Math.min(...times)), latest: new Date(Math.max(...times)) },
    }
  })
}
