import type { StatePayload } from '@kellersonne/contract/telemetry/device'
import {
  isTemperature,
  type TemperatureReport,
  type TemperatureTime,
  withReport,
} from '@kellersonne/core/energy/health/temperature'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import type { Sql } from '../../platform/db/database.ts'
import { type Item, statesIn } from '../../telemetry/intake/batch.ts'
import { type Span, temperatureStore } from './temperature-store.ts'

/** Of a longer time without a new temperature, the last part counts: as long as quarters are there to count. */
const LONGEST_MS = 96 * QUARTER_MS

/** Returns the temperature that a state reports; undefined if it says nothing of its sensors. */
function reportIn({ at, sensors }: StatePayload): TemperatureReport | undefined {
  if (sensors === undefined) return undefined
  const sensor = sensors?.find(({ name, unit }) => name === 'battery_temperature' && unit === '°C')
  return { at, celsius: sensor && isTemperature(sensor.value) ? sensor.value : null }
}

type Known = { readonly system: number; readonly since: Date; readonly time: TemperatureTime | null }
type Interval = Known & { readonly reports: readonly TemperatureReport[] }

/** Returns the times from one report to the next that are so long that the unit may have been away meanwhile. */
const longSpans = ({ system, time, reports }: Interval): Span[] =>
  reports.flatMap(({ at }, i) => {
    const from = i === 0 ? time?.at : reports[i - 1]?.at
    if (!from || at.getTime() - from.getTime() <= QUARTER_MS) return []
    return [{ system, from: new Date(Math.max(from.getTime(), at.getTime() - LONGEST_MS)), until: at }]
  })

const keyOf = (system: number, until: Date) => `${system} ${until.getTime()}`

/**
 * Counts how long batteries are how warm, from the temperatures in a batch of states. A temperature holds until the next
 * one, as far as readings show that the unit was there.
 */
export async function followTemperatures(sql: Sql, batch: readonly Item[]): Promise<void> {
  const bySystem = Map.groupBy(
    statesIn(batch).flatMap(({ system, state }) => {
      const report = reportIn(state)
      return report ? [{ system, report }] : []
    }),
    ({ system }) => system,
  )
  if (bySystem.size === 0) return
  const store = temperatureStore(sql)
  const intervals = (await store.present([...bySystem.keys()])).map((known) => {
    const after = known.time?.at ?? new Date(known.since.getTime() - 1)
    const reports = bySystem.get(known.system)?.map(({ report }) => report) ?? []
    return { ...known, reports: reports.filter(({ at }) => at > after) }
  })
  const spans = intervals.flatMap(longSpans)
  const quarters = spans.length === 0 ? [] : await store.measuredQuarters(spans)
  const measured = new Map(
    spans.map(({ system, until }, i) => [keyOf(system, until), (quarters[i] ?? 0) * QUARTER_MS]),
  )
  const changed = intervals.flatMap(({ system, since, time, reports }) => {
    const next = reports.reduce<TemperatureTime | null>(
      (known, report) => withReport(known, report, measured.get(keyOf(system, report.at)) ?? QUARTER_MS),
      time,
    )
    return next && reports.length > 0 ? [{ system, since, time: next }] : []
  })
  if (changed.length > 0) await store.put(changed)
}
