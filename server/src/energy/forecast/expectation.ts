import { type Forecast, toWireSteps } from '@kellersonne/contract/energy/forecast'
import type { WeatherSource } from '@kellersonne/contract/energy/weather-source'
import { fromNotice } from '@kellersonne/contract/live/live'
import { badWeather } from '@kellersonne/core/energy/forecast/bad-weather'
import {
  EFFICIENCY,
  type Outlook,
  OWN_W,
  RESERVE_PERCENT,
  socForecast,
} from '@kellersonne/core/energy/forecast/charge'
import { chargeRange } from '@kellersonne/core/energy/forecast/charge-range'
import { remainingEnergy } from '@kellersonne/core/energy/forecast/energies'
import type { DayCourse } from '@kellersonne/core/energy/forecast/forecast'
import { outlookOf } from '@kellersonne/core/live/today'
import { totalDays } from '@kellersonne/core/live/total-days'
import type { Sql } from '../../platform/db/database.ts'
import { invariant } from '../../platform/invariant.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { currentValues } from '../current.ts'
import { forecastStore } from './store.ts'
import type { SystemForecast } from './stored-forecast.ts'
import { basisToWire, chargeToWire, daysToWire, weatherToWire } from './wire.ts'

function outlookToWire(outlook: Outlook): Forecast['outlook'] {
  const steps = socForecast(outlook)
  if (outlook.soc === null || outlook.capacity === null || steps === null) return null
  return {
    soc: outlook.soc,
    capacity: outlook.capacity,
    own_power: OWN_W,
    efficiency: outlook.efficiency ?? EFFICIENCY,
    reserve: RESERVE_PERCENT,
    steps: toWireSteps(steps),
  }
}

/** Returns the state of charge between the bands; null if there are none. */
function rangeOf(outlook: Outlook, { pv, load }: SystemForecast): Forecast['charge'] {
  const isBanded = [pv, load].some(({ days }) => days.some(({ low }) => low.some((power) => power !== null)))
  const range = isBanded ? chargeRange({ ...outlook, pv: pv.days, load: load.days }) : null
  return range && chargeToWire(range)
}

/** Resolves to the forecast of one system, including its battery. `source`: whose weather may be used; null: nobody's. */
export async function forecastOf(
  sql: Sql,
  system: OwnedSystem,
  now: Date,
  source: WeatherSource | null = null,
): Promise<Forecast> {
  const [found] = await currentValues(sql, [system])
  const made = (await forecastStore(sql).of([system], now)).get(system.id)
  invariant(found, `forecast: no current data of system ${system.id}`)
  const expected = {
    ...{ pv: made?.pv.days ?? [], load: made?.load.days ?? [] },
    efficiency: made?.efficiency ?? null,
  }
  const outlook = outlookOf(found.current, expected, now)
  const basis = made && { pv: basisToWire(made.pv), load: basisToWire(made.load) }
  return {
    made_at: made?.made_at.toISOString() ?? null,
    days: daysToWire(expected.pv, expected.load),
    basis: basis ?? null,
    outlook: typeof outlook === 'string' ? null : outlookToWire(outlook),
    outlook_gap: typeof outlook === 'string' ? outlook : null,
    charge: made && typeof outlook !== 'string' ? rangeOf(outlook, made) : null,
    bad_weather: typeof outlook === 'string' ? null : fromNotice(badWeather(outlook)),
    weather: await weatherToWire(sql, system, { made, source, now }),
    without: [],
  }
}

const isKnown = ([today]: readonly DayCourse[], now: Date) =>
  today !== undefined && remainingEnergy(today, now) !== null

/** Resolves to the combined forecast of all of an owner's systems that have one. */
export async function totalForecast(sql: Sql, systems: readonly OwnedSystem[], now: Date): Promise<Forecast> {
  const made = await forecastStore(sql).of(systems, now)
  const known = systems.flatMap(({ id, sn }) => {
    const one = made.get(id)
    return one && (isKnown(one.pv.days, now) || isKnown(one.load.days, now)) ? [{ ...one, sn }] : []
  })
  const times = known.map(({ made_at }) => made_at.getTime())
  return {
    made_at: times.length === 0 ? null : new Date(Math.min(...times)).toISOString(),
    days: daysToWire(
      totalDays(known.map(({ pv }) => pv.days)),
      totalDays(known.map(({ load }) => load.days)),
    ),
    basis: null,
    outlook: null,
    outlook_gap: null,
    charge: null,
    bad_weather: null,
    weather: null,
    without: systems.filter(({ sn }) => !known.some((one) => one.sn === sn)).map(({ sn }) => sn),
  }
}
