import type { refusedReasons } from '@kellersonne/contract/energy/imports'
import { dayOf, instantsAt } from '@kellersonne/core/time/days'

export type RefusedReason = (typeof refusedReasons)[number]
/** Refuses a line, for this reason. */
export class RefusedLine extends Error {
  readonly reason: RefusedReason
  constructor(reason: RefusedReason) {
    super(reason)
    this.reason = reason
  }
}

const DAY_MS = 86_400_000
const WITH_OFFSET = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:?\d\d)$/
const ISO = /^(\d{4})-(\d\d)-(\d\d)[T ](\d{1,2}):(\d\d)(?::(\d\d))?/
const GERMAN = /^(\d{1,2})\.(\d{1,2})\.(\d{4})[ ,]{1,2}(\d{1,2}):(\d\d)(?::(\d\d))?/

/** Parses year, month, day, hour, minute and second of a local time; null if it is not one. */
function partsOf(text: string): readonly string[] | null {
  const iso = ISO.exec(text)
  if (iso) return iso.slice(1, 7)
  const german = GERMAN.exec(text)
  const [, day, month, year, ...time] = german ?? []
  return german ? [year ?? '', month ?? '', day ?? '', ...time.slice(0, 3)] : null
}

/**
 * Returns the start of a local day on which the clocks are not changed, in ms: its times follow from that, and to look up each
 * takes longer than all else of a file of five minutes. null for other days, and if there is no such day.
 */
function evenStartOf(date: string, timeZone: string): number | null {
  const midday = new Date(`${date}T12:00:00Z`)
  if (Number.isNaN(midday.getTime()) || !date.endsWith(`-${midday.toISOString().slice(8, 10)}`)) return null
  const day = dayOf(midday, 'UTC')
  const [start, ...others] = instantsAt(day, '00:00:00', timeZone)
  const [end, ...ends] = instantsAt(day, '23:59:59', timeZone)
  if (!start || !end || others.length + ends.length > 0) return null
  return end.getTime() - start.getTime() === DAY_MS - 1000 ? start.getTime() : null
}

/**
 * Returns a function that converts the times of a file, line by line, to ms. Times without an offset are in `timeZone`;
 * in an hour that occurs twice, the order of the lines decides. It throws `RefusedLine`: time, time_unknown (skipped by
 * the clock change).
 */
export function instantReader(timeZone: string): (text: string) => number {
  let last = Number.NEGATIVE_INFINITY
  let latest: { readonly date: string; readonly start: number | null } = { date: '', start: null }
  return (text) => {
    if (WITH_OFFSET.test(text)) {
      const at = Date.parse(text.replace(' ', 'T'))
      if (Number.isNaN(at)) throw new RefusedLine('time')
      return at
    }
    const parts = partsOf(text)
    if (!parts) throw new RefusedLine('time')
    const [year, month, day, hour, minute, second] = parts.map((part) => (part ?? '0').padStart(2, '0'))
    const date = `${year}-${month}-${day}`
    if (latest.date !== date) latest = { date, start: evenStartOf(date, timeZone) }
    const passed = Date.parse(`1970-01-01T${hour}:${minute}:${second ?? '00'}Z`)
    if (latest.start !== null && passed < DAY_MS) {
      last = latest.start + passed
      return last
    }
    const midday = new Date(`${date}T12:00:00Z`)
    if (Number.isNaN(midday.getTime()) || midday.getUTCDate() !== Number(day)) throw new RefusedLine('time')
    const found = instantsAt(dayOf(midday, 'UTC'), `${hour}:${minute}:${second ?? '00'}`, timeZone)
    const [first, again] = found.map((instant) => instant.getTime())
    if (first === undefined) throw new RefusedLine(Number(hour) > 23 ? 'time' : 'time_unknown')
    last = again !== undefined && first <= last ? again : first
    return last
  }
}
