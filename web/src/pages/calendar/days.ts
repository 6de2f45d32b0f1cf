import type { Day } from '@kellersonne/core/days'
import { severities } from '@kellersonne/core/messages'
import type { Balance, CalendarDay, DayMessage } from '../../data/calendar.ts'

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

/** What a day is marked with, and how many more there are. */
export function marksOf(messages: readonly DayMessage[], narrow: boolean) {
  const most = narrow && messages.length > MOST_MARKS ? MOST_BESIDE_MORE : MOST_MARKS
  const marks = inOrder(messages).slice(0, most)
  return { marks, more: messages.length - marks.length }
}
