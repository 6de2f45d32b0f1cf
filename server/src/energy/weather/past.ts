type Values = readonly (number | null)[]

/** Weather by the hour from `start` on. */
export type Stretch = { readonly start: Date; readonly irradiance: Values; readonly temperature: Values }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const HOURS_A_DAY = 24
/** A year, and as long as it takes to learn from it. */
const MAX_DAYS = 380

const dayOf = (at: Date) => Math.floor(at.getTime() / DAY_MS) * DAY_MS

/** Returns `count` hours of a stretch from `from` on (ms); null where it has none. */
function cut(values: Values, start: Date, from: number, count: number): Values {
  const offset = Math.round((from - start.getTime()) / HOUR_MS)
  return Array.from({ length: count }, (_, i) => values[offset + i] ?? null)
}

/**
 * Continues the record of the weather forecast for each day (in UTC) before it began, at `now`: days that have begun since the record
 * ends are added as `latest`, issued before them, has them. It is given before it is replaced by newer weather.
 */
export function withPast(
  past: Stretch | null,
  latest: (Stretch & { readonly fetchedAt: Date }) | null,
  now: Date,
) {
  if (!latest) return past
  const until = dayOf(now) + DAY_MS
  const begun = dayOf(latest.fetchedAt) + DAY_MS
  const end = past ? past.start.getTime() + past.irradiance.length * HOUR_MS : begun
  // Days without a forecast from before they began are not known.
  const first = past ? end : begun
  const count = Math.round((until - first) / HOUR_MS)
  if (count <= 0) return past
  const unknown = Math.max(0, Math.round((begun - first) / HOUR_MS))
  const added = (values: Values) => [
    ...Array.from({ length: Math.min(unknown, count) }, () => null),
    ...cut(values, latest.start, first + unknown * HOUR_MS, Math.max(0, count - unknown)),
  ]
  const irradiance = [...(past?.irradiance ?? []), ...added(latest.irradiance)]
  const temperature = [...(past?.temperature ?? []), ...added(latest.temperature)]
  const dropped = Math.max(0, irradiance.length - MAX_DAYS * HOURS_A_DAY)
  return {
    start: new Date((past?.start.getTime() ?? first) + dropped * HOUR_MS),
    irradiance: irradiance.slice(dropped),
    temperature: temperature.slice(dropped),
  }
}

/** Returns the record of past days and the latest weather as one stretch, in which the latest counts from today (UTC) on. */
export function joined(past: Stretch | null, latest: Stretch, now: Date): Stretch {
  const today = dayOf(now)
  const start = Math.min(past?.start.getTime() ?? today, today)
  const end = latest.start.getTime() + latest.irradiance.length * HOUR_MS
  const count = Math.max(0, Math.round((end - start) / HOUR_MS))
  const isLatest = (hour: number) => start + hour * HOUR_MS >= today
  const from = (of: 'irradiance' | 'temperature') => {
    const before = past ? cut(past[of], past.start, start, count) : []
    const after = cut(latest[of], latest.start, start, count)
    return Array.from({ length: count }, (_, hour) =>
      isLatest(hour) ? (after[hour] ?? before[hour] ?? null) : (before[hour] ?? null),
    )
  }
  return { start: new Date(start), irradiance: from('irradiance'), temperature: from('temperature') }
}
