import { severities } from '@kellersonne/core/messages/messages'
import type { Day } from '@kellersonne/core/time/days'
import type { Balance, CalendarDay, DayMessage, DayUpdate } from '../api/calendar.ts'

/** What there is to show of a day. */
export type DayKind = 'future' | 'begun' | 'before' | 'silent' | 'measured'

export function kindOf({ day, balance: { measured } }: CalendarDay, today: Day): DayKind {
  if (day > today) return 'future'
  if (measured === null) return day === today ? 'begun' : 'before'
  return measured === 0 ? 'silent' : 'measured'
}

/** Below this it is worth saying that not all was measured. */
const COMPLETE_PERCENT = 99.5

/** Whether something of it was not measured. */
export const isPartial = ({ measured }: Balance) =>
  measured !== null && measured > 0 && measured < COMPLETE_PERCENT

/** The radius of a day's sun, 0 to 1: its area is the yield's share of the best day's. null = not known. */
export function radiusOf({ pv }: Balance, best: number): number | null {
  if (pv === null) return null
  return best > 0 ? Math.sqrt(Math.max(0, pv) / best) : 0
}

/** The yield of the best of some days, Wh; 0 where none is known. */
export const bestOf = (days: readonly CalendarDay[]) =>
  Math.max(0, ...days.map(({ balance: { pv } }) => pv ?? 0))

/** How a message stands by now; a mere note has nothing to be resolved. */
export type MessageState = 'open' | 'resolved' | 'note'

export function stateOf({ severity, resolvedAt }: DayMessage): MessageState {
  if (severity === 'info') return 'note'
  return resolvedAt === null ? 'open' : 'resolved'
}

const states: readonly MessageState[] = ['open', 'resolved', 'note']

/** Open ones first, of these the gravest. */
export const inOrder = (messages: readonly DayMessage[]) =>
  messages.toSorted(
    (a, b) =>
      states.indexOf(stateOf(a)) - states.indexOf(stateOf(b)) ||
      severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
      a.raisedAt.getTime() - b.raisedAt.getTime(),
  )

/** Most marks that a day's cell has room for; beside a number of more, in a narrow one. */
const MOST_MARKS = 2
const MOST_BESIDE_MORE = 1

/** What a day is marked with: a message or an update. */
export type DayMark =
  | { readonly kind: MessageState; readonly message: DayMessage }
  | { readonly kind: 'update'; readonly update: DayUpdate }

/** What still stands comes before updates, these before what is over. */
function inPlaces({ messages, updates }: Pick<CalendarDay, 'messages' | 'updates'>): DayMark[] {
  const told = inOrder(messages).map((message) => ({ kind: stateOf(message), message }))
  return [
    ...told.filter(({ kind }) => kind === 'open'),
    ...updates.map((update) => ({ kind: 'update' as const, update })),
    ...told.filter(({ kind }) => kind !== 'open'),
  ]
}

/** What a day is marked with first, and how many more there are. */
export function marksOf(day: Pick<CalendarDay, 'messages' | 'updates'>, narrow: boolean) {
  const all = inPlaces(day)
  const most = narrow && all.length > MOST_MARKS ? MOST_BESIDE_MORE : MOST_MARKS
  const marks = all.slice(0, most)
  return { marks, more: all.length - marks.length }
}
