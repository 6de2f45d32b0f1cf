import { timeFault } from '../telemetry/readings.ts'
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
 * How many episodes of a unit are kept, and how many of all an owner's systems are listed, the newest: more than a unit
 * has in ten years that reports five a day.
 */
export const MOST_EPISODES = 20_000

/**
 * Returns the changes from one state to the next; `before` is null if there is none. Silence in between changes
 * nothing: a code active in both states was active all along. A raised code takes its message's own time if that lies
 * between the two states, to the second (or, without `before`, is believable), otherwise the time of `after`.
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
  const believed = before
    ? since.getTime() >= earliestAfter(before.at, since)
    : timeFault(since, after.at) === null
  return believed ? since : after.at
}

/** Units write the times of errors in whole seconds: such a time is that of any instant within its second. */
function earliestAfter(before: Date, since: Date): number {
  const isWholeSecond = since.getTime() % 1000 === 0
  return isWholeSecond ? Math.floor(before.getTime() / 1000) * 1000 : before.getTime() + 1
}

/**
 * Returns the newest episode of a code after one more change, which must be the latest: the same one with the same
 * `raisedAt`, or a new one. null if a code is resolved that was never raised.
 */
function applyChange(last: Episode | null, { code, at, raised }: Change): Episode | null {
  const open = last !== null && last.resolvedAt === null
  if (!raised) return open ? { ...last, resolvedAt: at } : last
  if (open) return last
  if (last?.resolvedAt && at.getTime() - last.resolvedAt.getTime() < FLICKER_MS)
    return { ...last, resolvedAt: null, count: last.count + 1 }
  return { code, raisedAt: at, resolvedAt: null, count: 1 }
}

/**
 * Folds changes of one code, in time order, into episodes, oldest first. `last`: its newest episode before them, null if
 * there is none; it is returned too, as they leave it.
 */
export function foldChanges(last: Episode | null, changes: readonly Change[]): readonly Episode[] {
  const found = last ? [last] : []
  for (const change of changes) {
    const next = applyChange(found.at(-1) ?? null, change)
    if (next === null) continue
    if (found.at(-1)?.raisedAt.getTime() === next.raisedAt.getTime()) found.pop()
    found.push(next)
  }
  return found
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
