import type { BatteryHealth } from '@kellersonne/contract/energy/battery-health'
import { type CapacityEstimate, estimateCapacity, YEAR_MS } from '@kellersonne/core/energy/health/capacity'
import type { BatteryQuarters } from '@kellersonne/core/energy/health/quarters'
import { roundTrip } from '@kellersonne/core/energy/health/round-trip'
import { stateOfHealth } from '@kellersonne/core/energy/health/state-of-health'
import type { TemperatureTime } from '@kellersonne/core/energy/health/temperature'
import { medianOf } from '@kellersonne/core/energy/health/theil-sen'
import { batteryUse } from '@kellersonne/core/energy/health/use'
import { dayOf, QUARTER_MS } from '@kellersonne/core/time/days'
import type { Sql } from '../../platform/db/database.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { readingStore, visibleSince } from '../../telemetry/readings/store.ts'
import { readBattery } from './read-battery.ts'
import { temperatureStore } from './temperature-store.ts'
import { withWarranty } from './warranty.ts'

/** Ageing shows within that; older days cost time and say little about today. */
const DAYS = 3 * 365
const EFFICIENCY_QUARTERS = 90 * 96
const rounded = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits

/** Returns since when the battery ages: what its unit reports, unless it was measured before that. */
const inServiceSince = (reported: BatteryHealth['reported'], measured: number) =>
  reported?.in_service_on == null ? measured : Math.min(measured, Date.parse(reported.in_service_on))

type Battery = { readonly stated: number | null; readonly since: number; readonly timeZone: string }

function estimateToWire(
  estimate: CapacityEstimate,
  { stated, since, timeZone }: Battery,
): NonNullable<BatteryHealth['estimate']> {
  const { capacity, plusMinus, aYear, points, exchangedAt } = estimate
  const newest = points.at(-1)?.at ?? since
  const state = stateOfHealth(estimate, stated, (newest - (exchangedAt ?? since)) / YEAR_MS)
  const months = Map.groupBy(points, ({ at }) => dayOf(new Date(at), timeZone).slice(0, 7))
  return {
    capacity: Math.round(capacity),
    plus_minus: Math.round(plusMinus),
    a_year: aYear === null ? null : Math.round(aYear),
    runs: points.length,
    exchanged_on: exchangedAt === null ? null : dayOf(new Date(exchangedAt), timeZone),
    state: state && {
      percent: rounded(state.percent, 1),
      plus_minus: rounded(state.plusMinus, 1),
      usual: state.usual && { low: rounded(state.usual.low, 1), high: rounded(state.usual.high, 1) },
      verdict: state.verdict,
    },
    months: [...months].map(([month, found]) => ({
      ...{ month, runs: found.length },
      capacity: Math.round(medianOf(found.map(({ value }) => value))),
      warranted: null,
    })),
  }
}

/** Returns the round trips of the last and of the first quarters in which the battery was in use. */
function roundTripsOf(battery: BatteryQuarters, capacity: number | null, since: number) {
  const until = battery.soc.length
  const from = Math.max(since, until - EFFICIENCY_QUARTERS)
  const of = (span: { from: number; until: number }) => {
    const found = capacity === null ? null : roundTrip(battery, capacity, span)
    return found && { percent: rounded(found.percent, 1), cycles: rounded(found.cycles, 1) }
  }
  return {
    round_trip: of({ from, until }),
    round_trip_first:
      from - since < EFFICIENCY_QUARTERS ? null : of({ from: since, until: since + EFFICIENCY_QUARTERS }),
  }
}

const HOUR_S = 3600
const temperatureToWire = (
  { begunAt, lowest, highest, seconds }: TemperatureTime,
  timeZone: string,
): BatteryHealth['temperature'] => ({
  ...{ since: dayOf(begunAt, timeZone), lowest, highest },
  hours: seconds.map((one) => rounded(one / HOUR_S, 1)),
})

/** Resolves to how a system's battery is (HLT-01 to HLT-04, HLT-27); `asSent`: by what its unit sent, without corrections. */
export async function batteryHealthOf(
  sql: Sql,
  system: OwnedSystem,
  asSent: boolean,
  now: Date,
): Promise<BatteryHealth> {
  const battery = await readBattery(sql, system, { days: DAYS, asSent }, now)
  const [latest] = await readingStore(sql).latest([system.id])
  const { state } = visibleSince(latest, system.visible_from)
  const temperature = await temperatureStore(sql).of({ system: system.id, since: system.since })
  // A unit that has no capacity to report may send 0.
  const stated = state?.capacity_wh || null
  const first = battery.soc.findIndex((soc) => !Number.isNaN(soc))
  const last = battery.soc.findLastIndex((soc) => !Number.isNaN(soc))
  const at = (quarter: number) => battery.start + quarter * QUARTER_MS
  const estimate = estimateCapacity(battery)
  const capacity = estimate?.capacity ?? stated
  const use = batteryUse(battery)
  const exchanged = estimate?.exchangedAt ?? null
  const since = exchanged === null ? first : Math.round((exchanged - battery.start) / QUARTER_MS)
  const timeZone = system.time_zone
  const [charged, discharged] = [Math.round(use.charged), Math.round(use.discharged)]
  const reported = state?.battery ?? null
  const inService = inServiceSince(reported, at(first))
  const shown = estimate && estimateToWire(estimate, { stated, since: inService, timeZone })
  return {
    since: first < 0 ? null : dayOf(new Date(at(first)), timeZone),
    until: last < 0 ? null : dayOf(new Date(at(last)), timeZone),
    ...{ stated, charged, discharged, reported },
    ...withWarranty({ stated, charged, discharged, reported, estimate: shown }, now),
    ...roundTripsOf(battery, first < 0 ? null : capacity, Math.max(0, since)),
    full_cycles: capacity === null ? null : rounded(use.discharged / capacity, 1),
    levels: use.measured === 0 ? [] : use.socShares.map((share) => rounded(share, 1)),
    deep_discharges: use.deepDischarges,
    temperature: temperature && temperatureToWire(temperature, timeZone),
  }
}
