import type { CalendarDay, DayMessage } from '@kellersonne/contract/energy/month'
import type { Day } from '@kellersonne/core/time/days'
import { hoursOf } from '@kellersonne/core/time/months'
import type { Formats } from '../../../platform/i18n/format.ts'
import type { TFunction } from '../../../platform/i18n/translate.ts'
import { isPartlyMeasured, kindOf, stateOf } from './days.ts'

export type Localizer = { readonly t: TFunction<'calendar', 'flags'>; readonly f: Formats }
/** Context of a text: the current day and the time zone. */
export type Scene = { readonly today: Day; readonly timeZone: string }

const ORDINARY_HOURS = 24

/** "Dienstag, 9. Juni" */
export const dayText = (day: Day, f: Formats) => f.longDate(new Date(`${day}T12:00:00Z`), 'UTC')

/** "zu 62 % gemessen"; null if measured completely or not at all. */
export const measuredText = (balance: CalendarDay['balance'], { t, f }: Localizer) =>
  isPartlyMeasured(balance) ? t('measured', { share: f.text(f.percent(balance.measured)) }) : null

/** "zu 62 % importiert"; null if nothing was. */
export const importedText = ({ imported }: CalendarDay['balance'], { t, f }: Localizer) =>
  imported ? t('imported', { share: f.text(f.percent(imported)) }) : null

/** The length of a day in hours; null for an ordinary day. */
export function hoursText(day: Day, timeZone: string, f: Formats): string | null {
  const hours = hoursOf(day, timeZone)
  return hours === ORDINARY_HOURS ? null : f.number(hours, Number.isInteger(hours) ? 0 : 1)
}

/** "Tag mit 23 Stunden (Zeitumstellung)"; null for an ordinary day. */
export function lengthText(day: Day, timeZone: string, { t, f }: Localizer) {
  const hours = hoursText(day, timeZone, f)
  return hours && t('hours', { hours })
}

function countText(messages: readonly DayMessage[], { t }: Localizer): string[] {
  const counted = Map.groupBy(messages, stateOf)
  return (['open', 'resolved', 'note'] as const).flatMap((state) => {
    const count = counted.get(state)?.length ?? 0
    return count > 0 ? [t(`count.${state}`, { count })] : []
  })
}

/** Text alternative to a day's cell. */
export function cellText(entry: CalendarDay, { today, timeZone }: Scene, localizer: Localizer): string {
  const { t, f } = localizer
  const { day, balance, messages, updates } = entry
  const kind = kindOf(entry, today)
  const values = [
    t('yieldOf', { energy: f.text(f.energy(balance.pv)) }),
    t('selfSufficiencyOf', { share: f.text(f.percent(balance.selfSufficiency)) }),
    measuredText(balance, localizer),
    importedText(balance, localizer),
  ]
  const parts = [
    dayText(day, f),
    day === today && t('today'),
    lengthText(day, timeZone, localizer),
    ...(kind === 'measured' ? values : [t(`kind.${kind}`)]),
    ...countText(messages, localizer),
    updates.length > 0 && t('count.update', { count: updates.length }),
  ]
  return parts.filter(Boolean).join(', ')
}

/** "L2 · 13:05 Uhr bis 13:07 Uhr · behoben"; `name` null if there is no need for it. */
export function messageText(
  message: DayMessage,
  name: string | null,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
  { t, f }: Localizer,
): string {
  const { raisedAt, resolvedAt } = message
  const state = stateOf(message)
  const from = f.time(raisedAt, timeZone)
  const until = resolvedAt && untilText(raisedAt, resolvedAt, now, timeZone, f)
  const when = until ? t('between', { from, until }) : t('since', { from })
  return [name, when, state !== 'note' && t(`state.${state}`)].filter(Boolean).join(' · ')
}

const untilText = (from: Date, until: Date, now: Date, timeZone: string, f: Formats) =>
  f.date(from, timeZone) === f.date(until, timeZone)
    ? f.time(until, timeZone)
    : f.moment(until, now, timeZone)
