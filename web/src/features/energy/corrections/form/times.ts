import type { FieldRule } from '@kellersonne/contract/shared/errors'
import {
  type Day,
  dayAfter,
  dayOf,
  instantsAt,
  QUARTER_MS,
  startOfDay,
  timeOfDay,
} from '@kellersonne/core/time/days'
import { dayIn } from '../../charts/model/selection.ts'

const SECOND_TIME = ' 2'
const MIDNIGHT = '00:00'
/** The end of a day. */
const END = '24:00'

type TypedTime = { readonly day: string; readonly time: string }

/** The time of day without the mark that clocks showed it for the second time, and whether it has one. */
export const partsOf = (time: string): { clock: string; second: boolean } => ({
  clock: time.replace(SECOND_TIME, ''),
  second: time.endsWith(SECOND_TIME),
})
/** A time of day, which clocks showed for the first or the second time. */
export const timeAs = (clock: string, second: boolean) => (second ? clock + SECOND_TIME : clock)

/** True if clocks show that time twice on that day. */
export const isDoubled = ({ day, time }: TypedTime, timeZone: string) => {
  const known = dayIn(day)
  return known !== null && instantsAt(known, partsOf(time).clock, timeZone).length > 1
}

/** Reads an instant in a zone; or which field breaks which rule: `senseless` if clocks skip that time. */
export function readInstant(
  { day, time }: TypedTime,
  timeZone: string,
): { at: Date } | { field: 'Day' | 'Time'; rule: FieldRule } {
  const known = dayIn(day)
  if (known === null) return { field: 'Day', rule: day === '' ? 'required' : 'format' }
  const { clock, second } = partsOf(time)
  if (clock === '') return { field: 'Time', rule: 'required' }
  const [first, other] = instantsAt(known, clock, timeZone)
  const at = (second && other) || first
  return at ? { at } : { field: 'Time', rule: 'senseless' }
}

/** Writes an instant as clocks in a zone show it, with seconds unless they are 0. */
export function timeOf(at: Date, timeZone: string): { day: Day; time: string } {
  const day = dayOf(at, timeZone)
  const seconds = at.getUTCSeconds()
  const clock = timeOfDay(at, timeZone) + (seconds === 0 ? '' : `:${String(seconds).padStart(2, '0')}`)
  const [, second] = instantsAt(day, clock, timeZone)
  return { day, time: timeAs(clock, second !== undefined && second <= at) }
}

/** The same for the end of a time: midnight belongs to the day that ends. */
export function endOf(at: Date, timeZone: string): { day: Day; time: string } {
  const { day, time } = timeOf(at, timeZone)
  return time === MIDNIGHT ? { day: dayAfter(day, -1), time: END } : { day, time }
}

/** The quarters of a day in a zone as times of day, 96 if there is no day; `ends` names their ends. */
export function quarterTimes(text: string, timeZone: string, ends: boolean): readonly string[] {
  const known = dayIn(text)
  const [day, zone] = known === null ? [dayOf(new Date(0), 'UTC'), 'UTC'] : [known, timeZone]
  const [start, end] = [startOfDay(day, zone).getTime(), startOfDay(dayAfter(day), zone).getTime()]
  const count = Math.round((end - start) / QUARTER_MS)
  const times = Array.from({ length: count }, (_, i) => timeOf(new Date(start + i * QUARTER_MS), zone).time)
  return ends ? [...times.slice(1), END] : times
}
