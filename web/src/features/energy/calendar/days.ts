import type { Balance, CalendarDay, DayMessage, DayUpdate } from '@kellersonne/contract/energy/month'
import { severities } from '@kellersonne/core/messages/messages'
import type { Day } from '@kellersonne/core/time/days'

/** What there is to show for a day. */
export type DayKind = 'future' | 'begun' | 'before' | 'silent' | 'measured'

export function kindOf({ day, balance: { measured, imported } }: CalendarDay, today: Day): DayKind {
  if (day > today) return 'future'
  if (measured === null) return day === today ? 'begun' : 'before'
  return measured === 0 && !imported ? 'silent' : 'measured'
}

/** Below this, missing measurements are worth mentioning. */
const COMPLETE_PERCENT = 99.5

/** True if part of it was not measured. */
export const isPartial = ({ measured }: Balance) =>
  measured !== null && measured > 0 && measured < COMPLETE_PERCENT

/** The radius of a day's sun, 0 to 1: its area is the yield relative to the best day's. null = unknown. */
export function radiusOf({ pv }: Balance, best: number): number | null {
  if (pv === null) return null
  return best > 0 ? Math.sqrt(Math.max(0, pv) / best) : 0
}

/** The yield of the best of these days, Wh; 0 if none is known. */
export const bestOf = (days: readonly CalendarDay[]) =>
  Math.max(0, ...days.map(({ balance: { pv } }) => pv ?? 0))

/** The current status of a message; an informational one has nothing to resolve. */
export type MessageState = 'open' | 'resolved' | 'note'

export function stateOf({ severity, resolvedAt }: DayMessage): MessageState {
  if (severity === 'info') return 'note'
  return resolvedAt === null ? 'open' : 'resolved'
}

const states: readonly MessageState[] = ['open', 'resolved', 'note']

/** Open messages first, the most severe first among them. */
export const inOrder = (messages: readonly DayMessage[]) =>
  messages.toSorted(
    (a, b) =>
      states.indexOf(stateOf(a)) - states.indexOf(stateOf(b)) ||
      severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
      a.raisedAt.getTime() - b.raisedAt.getTime(),
  )

/** Maximum marks in a day's cell; in a narrow one, beside the number of further marks. */
const MOST_MARKS = 2
const MOST_BESIDE_MORE = 1

/** A mark on a day: a message or an update. */
export type DayMark =
  | { readonly kind: MessageState; readonly message: DayMessage }
  | { readonly kind: 'update'; readonly update: DayUpdate }

/** Order of marks: open messages, updates, then the rest. */
function inPlaces({ messages, updates }: Pick<CalendarDay, 'messages' | 'updates'>): DayMark[] {
  const marks = inOrder(messages).map((message) => ({ kind: stateOf(message), message }))
  return [
    ...marks.filter(({ kind }) => kind === 'open'),
    ...updates.map((update) => ({ kind: 'update' as const, update })),
    ...marks.filter(({ kind }) => kind !== 'open'),
  ]
}

/** The first marks of a day and the number of further ones. */
export function marksOf(day: Pick<CalendarDay, 'messages' | 'updates'>, narrow: boolean) {
  const all = inPlaces(day)
  const most = narrow && all.length > MOST_MARKS ? MOST_BESIDE_MORE : MOST_MARKS
  const marks = all.slice(0, most)
  return { marks, more: all.length - marks.length }
}
