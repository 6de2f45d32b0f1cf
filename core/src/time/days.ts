/** A calendar day in a system's time zone, such as `2026-06-18`. */
export type Day = string & { readonly kind: 'day' }

export const QUARTER_MS = 15 * 60_000
/** `Antarctica/Casey` repeated three hours in 2018; days of other zones in use have 26 hours at most. */
export const LONGEST_DAY = { hours: 27, quarters: 108 } as const
const DAY_MS = 86_400_000

/** Returns the start of the quarter hour an instant lies in. Quarters are the same in every zone in use. */
export const quarterOf = (instant: Date) => new Date(Math.floor(instant.getTime() / QUARTER_MS) * QUARTER_MS)

const parts = new Map<string, Intl.DateTimeFormat>()
function formatter(timeZone: string) {
  let format = parts.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    parts.set(timeZone, format)
  }
  return format
}

/** Returns the wall-clock time in a zone as if it were UTC, in ms. Throws `RangeError` for an unknown zone. */
function wallClock(instant: Date, timeZone: string): number {
  const field = Object.fromEntries(
    formatter(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const at = (name: string) => field[name] ?? 0
  return Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'))
}

/** Offsets by zone and quarter: clocks only change at the start of one, and computing an offset is slow. */
const offsets = new Map<string, Map<number, number>>()
const MOST_QUARTERS = 1000

/** Returns how many ms the zone is ahead of UTC at an instant. Throws `RangeError` for an unknown zone. */
function offsetAt(instant: Date, timeZone: string): number {
  const known = offsets.get(timeZone) ?? new Map<number, number>()
  const start = quarterOf(instant)
  const offset = known.get(start.getTime()) ?? wallClock(start, timeZone) - start.getTime()
  if (known.size >= MOST_QUARTERS) known.clear()
  offsets.set(timeZone, known.set(start.getTime(), offset))
  return offset
}

/** Returns how many minutes the zone is ahead of UTC at an instant. */
export const zoneOffset = (instant: Date, timeZone: string) =>
  Math.round(offsetAt(instant, timeZone) / 60_000)

/** Returns the wall-clock time in a zone as if it were UTC, in ISO 8601. */
const wallDate = (instant: Date, timeZone: string) =>
  new Date(instant.getTime() + offsetAt(instant, timeZone)).toISOString()

/** Returns the calendar day of an instant in a zone. */
export const dayOf = (instant: Date, timeZone: string) => wallDate(instant, timeZone).slice(0, 10) as Day

/** Returns the time of day in a zone, such as `09:12`. */
export const timeOfDay = (instant: Date, timeZone: string) => wallDate(instant, timeZone).slice(11, 16)

/** Returns the first instant of a day in a zone, even if midnight is skipped or occurs twice. */
export function startOfDay(day: Day, timeZone: string): Date {
  const wall = Date.parse(`${day}T00:00:00Z`)
  const withOffsetOf = (ms: number) => new Date(wall - zoneOffset(new Date(ms), timeZone) * 60_000)
  const before = withOffsetOf(wall - DAY_MS)
  const after = withOffsetOf(wall + DAY_MS)
  const [first, second] = before < after ? [before, after] : [after, before]
  return dayOf(first, timeZone) === day ? first : second
}

/** Returns the next day, or the one `count` days away. */
export const dayAfter = (day: Day, count = 1) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10) as Day

/**
 * Groups quarters since `start` by local day, and counts them from its beginning. Where they ascend, the borders of each
 * day are computed once: doing so for each of the quarters of a year would take a tenth of a second.
 */
export function quartersByDay(
  quarters: Iterable<number>,
  start: Date,
  timeZone: string,
): ReadonlyMap<Day, ReadonlySet<number>> {
  const days = new Map<Day, Set<number>>()
  let current = { from: 0, until: 0, found: new Set<number>() }
  for (const quarter of quarters) {
    const at = start.getTime() + quarter * QUARTER_MS
    if (at < current.from || at >= current.until) {
      const day = dayOf(new Date(at), timeZone)
      const border = (one: Day) => startOfDay(one, timeZone).getTime()
      current = { from: border(day), until: border(dayAfter(day)), found: days.get(day) ?? new Set() }
      days.set(day, current.found)
    }
    current.found.add(Math.round((at - current.from) / QUARTER_MS))
  }
  return days
}

/**
 * Returns the instants at which clocks in a zone show a time of a day (`09:12` or `09:12:30`), earliest first: none if
 * they skip it, two if they go back over it. Empty too for anything that is not a time.
 */
export function instantsAt(day: Day, time: string, timeZone: string): Date[] {
  const wall = Date.parse(`${day}T${time}Z`)
  if (Number.isNaN(wall)) return []
  const offsets = [-DAY_MS, DAY_MS].map((beside) => zoneOffset(new Date(wall + beside), timeZone))
  return [...new Set(offsets)]
    .map((minutes) => new Date(wall - minutes * 60_000))
    .filter((instant) => instant.getTime() + offsetAt(instant, timeZone) === wall)
    .toSorted((one, other) => one.getTime() - other.getTime())
}
