import type { Marked } from '../../../ui/feedback/StateMark.tsx'
import type { ShownMessage } from '../shown.ts'

/** A row among messages that is none and leads elsewhere; `at` null = it holds now. */
export type Entry = {
  readonly id: string
  readonly at: Date | null
  readonly state: Marked
  readonly text: string
  readonly meta: string
  readonly to: string
}

/** Entries among messages: what is open first, then what holds now, then the rest, newest first. */
export function withEntries(
  messages: readonly ShownMessage[],
  entries: readonly Entry[],
): readonly (ShownMessage | Entry)[] {
  const open = messages.filter(({ state }) => state === 'open')
  const rest = messages.filter(({ state }) => state !== 'open')
  const current = entries.filter(({ at }) => at === null)
  const past = entries.filter(({ at }) => at !== null)
  const timeOf = (one: ShownMessage | Entry) => ('to' in one ? one.at : one.raisedAt)?.getTime() ?? 0
  return [...open, ...current, ...[...rest, ...past].toSorted((a, b) => timeOf(b) - timeOf(a))]
}
