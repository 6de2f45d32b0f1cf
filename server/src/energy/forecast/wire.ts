import type { Forecast as Wire } from '@kellersonne/contract/energy/forecast'
import type { WeatherSource } from '@kellersonne/contract/energy/weather-source'
import type { ChargeRange, Moment } from '@kellersonne/core/energy/forecast/charge-range'
import type { DayForecast, Forecast } from '@kellersonne/core/energy/forecast/forecast'
import type { Runway } from '@kellersonne/core/energy/forecast/runway'
import type { Sql } from '../../platform/db/database.ts'
import { placeStore } from '../../systems/place-store.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { weatherStore } from '../weather/store.ts'
import type { SystemForecast } from './stored-forecast.ts'

/** Today and tomorrow. */
const SHOWN_DAYS = 2
/** Twice as often as a request should have come, and then some. */
const SILENT_MS = 6 * 3_600_000

const NO_DAY: Pick<DayForecast, 'quarters' | 'low' | 'high' | 'usual' | 'sum'> = {
  ...{ quarters: [], low: [], high: [], usual: [], sum: null },
}

/** Returns today and tomorrow, PV and load of the same days. */
export const daysToWire = (pv: readonly DayForecast[], load: readonly DayForecast[]): Wire['days'] =>
  pv.slice(0, SHOWN_DAYS).map(({ day, start, quarters, low, high, sum }, i) => {
    const house = load[i] ?? NO_DAY
    return {
      day,
      start: start.toISOString(),
      pv: [...quarters],
      load: [...house.quarters],
      pv_low: [...low],
      pv_high: [...high],
      load_low: [...house.low],
      load_high: [...house.high],
      load_usual: [...house.usual],
      sums: { pv: sum, load: house.sum },
    }
  })

export const basisToWire = ({ history, level, method, excluded }: Forecast) => ({
  ...{ history, level, method },
  excluded: { ...excluded },
})

const instant = (at: Date | null) => at?.toISOString() ?? null
const momentToWire = (moment: Moment | null) =>
  moment && {
    earliest: instant(moment.earliest),
    expected: instant(moment.expected),
    latest: instant(moment.latest),
  }

export const chargeToWire = ({ steps, full, lasts }: ChargeRange): NonNullable<Wire['charge']> => ({
  steps: steps.map(({ until, low, expected, high }) => ({ until: until.toISOString(), low, expected, high })),
  full: momentToWire(full),
  lasts: momentToWire(lasts),
})

export const runwayToWire = ({ days, ...runway }: Runway) => ({
  ...runway,
  days: days.map(({ day, pv, load }) => ({ day, pv: { ...pv }, load })),
})

/** Resolves to what became of weather in a system's forecast. */
export async function weatherToWire(
  sql: Sql,
  system: OwnedSystem,
  { made, source, now }: { made: SystemForecast | undefined; source: WeatherSource | null; now: Date },
): Promise<NonNullable<Wire['weather']>> {
  if (!source) return { state: 'off', issued_at: null, source: null }
  const place = await placeStore(sql).of(system)
  if (!place) return { state: 'no_place', issued_at: null, source }
  const times = await weatherStore(sql).timesOf(place, source.provider)
  if (!times) return { state: 'waiting', issued_at: null, source }
  const issued_at = times.issuedAt.toISOString()
  if (now.getTime() - times.fetchedAt.getTime() > SILENT_MS) return { state: 'silent', issued_at, source }
  if (!made || made.made_at < times.fetchedAt) return { state: 'waiting', issued_at, source }
  // With too little history of its own, a system's forecast has no use for weather yet.
  const state = made.pv.weather === 'none' ? 'learning' : made.pv.weather
  return { state, issued_at, source }
}
