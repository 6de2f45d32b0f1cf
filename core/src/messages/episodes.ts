import { timeFault } from '../telemetry/readings.ts'
import { byText } from '../units/order.ts'
import type { Message } from './messages.ts'

/** Messages active at a unit at one instant, as the unit reported them. */
export type ActiveMessages = { readonly at: Date; readonly messages: readonly Message[] }

/** A code that was raised, or resolved. */
export type Change = { readonly code: string; readonly at: Date; readonly raised: boolean }

/**
 * When a code was raised and resolved; null = still active. `count` is how often it was raised in between: a
 * flickering code is one episode. A code and an instant identify at most one of a unit's episodes.
 */
export type Episode = {
  readonly code: string
  readonly raisedAt: Date
  readonly resolvedAt: Date | null
  readonly count: number
}

/** What somebody may know about an episode; null = not theirs to know, or still active. */
export type EpisodePart = {
  readonly code: string
  readonly raisedAt: Date | null
  readonly resolvedAt: Date | null
  readonly count: number | null
}

/**
 * A code that returns within this time counts as never resolved: twice the 5 minutes after which a unit repeats its
 * state at the latest, and many times the 60 seconds it waits before it retries the grid.
 */
export const FLICKER_MS = 10 * 60_000

/**
 * Returns the changes from one state to the next; `before` is null if there is none. Silence in between changes
 * nothing: a code active in both states was active all along. A raised code takes its message's own time if that lies
 * between the two states (or, without `before`, is believable), otherwise the time of `after`.
 */
export function changesBetween(before: ActiveMessages | null, after: ActiveMessages): readonly Change[] {
  const activeBefore = new Set(before?.messages.map(({ code }) => code))
  const activeAfter = earliest(after.messages)
  const raised = [...activeAfter].flatMap(([code, since]) =>
    activeBefore.has(code) ? [] : [{ code, at: raisedAt(since, before, after), raised: true }],
  )
  const resolved = [...activeBefore].flatMap((code) =>
    activeAfter.has(code) ? [] : [{ code, at: after.at, raised: false }],
  )
  return [...raised, ...resolved]
}

function earliest(messages: readonly Message[]): ReadonlyMap<string, Date | null> {
  const found = new Map<string, Date | null>()
  for (const { code, since } of messages) {
    const other = found.get(code) ?? null
    found.set(code, since === null || (other !== null && other < since) ? other : since)
  }
  return found
}

function raisedAt(since: Date | null, before: ActiveMessages | null, after: ActiveMessages): Date {
  if (since === null || since > after.at) return after.at
  const believed = before ? since > before.at : timeFault(since, after.at) === null
  return believed ? since : after.at
}

/**
 * Returns the newest episode of a code after one more change, which must be the latest: the same one with the same
 * `raisedAt`, or a new one. null if a code is resolved that was never raised.
 */
export function applyChange(last: Episode | null, { code, at, raised }: Change): Episode | null {
  const open = last !== null && last.resolvedAt === null
  if (!raised) return open ? { ...last, resolvedAt: at } : last
  if (open) return last
  if (last?.resolvedAt && at.getTime() - last.resolvedAt.getTime() < FLICKER_MS)
    return { ...last, resolvedAt: null, count: last.count + 1 }
  return { code, raisedAt: at, resolvedAt: null, count: 1 }
}

/** Folds changes of any codes, in time order, into episodes; oldest first. */
export function episodesOf(changes: readonly Change[]): readonly Episode[] {
  const found = new Map<string, Episode[]>()
  for (const change of changes) {
    const own = found.get(change.code) ?? []
    const next = applyChange(own.at(-1) ?? null, change)
    if (next === null) continue
    if (own.at(-1)?.raisedAt.getTime() === next.raisedAt.getTime()) own.pop()
    own.push(next)
    found.set(change.code, own)
  }
  return [...found.values()].flat().sort(byTime)
}

const byTime = (a: Episode, b: Episode) =>
  a.raisedAt.getTime() - b.raisedAt.getTime() || byText(a.code, b.code)

/**
 * Returns the episodes of a unit's states, in whatever order and however often they arrived; states of the same
 * instant are merged.
 *
 * A server need not fold all of them again. Changes belong to two neighbouring states, so a late state replaces only
 * its successor's: with `before` and `after` its neighbours, it yields `changesBetween(before, late)` and
 * `changesBetween(late, after)`. The newest state passes each changed code's last episode through `applyChange`; a
 * late one refolds each changed code with `episodesOf`, from the last of its episodes raised at `before` or earlier,
 * up to the first one after `after` that comes out unchanged.
 */
export function episodes(states: readonly ActiveMessages[]): readonly Episode[] {
  const ordered = inOrder(states)
  return episodesOf(ordered.flatMap((state, i) => changesBetween(ordered[i - 1] ?? null, state)))
}

function inOrder(states: readonly ActiveMessages[]): readonly ActiveMessages[] {
  const byInstant = new Map<number, ActiveMessages>()
  for (const state of states) {
    const same = byInstant.get(state.at.getTime())
    byInstant.set(
      state.at.getTime(),
      same ? { at: state.at, messages: [...same.messages, ...state.messages] } : state,
    )
  }
  return [...byInstant.values()].sort((a, b) => a.at.getTime() - b.at.getTime())
}

/**
 * Returns the part of an episode between `since` and `until` (null = no end): hides the start if it precedes `since`,
 * ends at `until` what continues afterwards, and in both cases hides the count.
 */
export function partWithin(
  { code, raisedAt, resolvedAt, count }: Episode,
  { since, until }: { readonly since: Date; readonly until: Date | null },
): EpisodePart {
  const before = raisedAt < since
  const after = until !== null && (resolvedAt === null || resolvedAt > until)
  return {
    code,
    raisedAt: before ? null : raisedAt,
    resolvedAt: after ? until : resolvedAt,
    count: before || after ? null : count,
  }
}
