import { type Forecast, toWireSteps } from '@kellersonne/contract/energy/forecast'
import { fromNotice } from '@kellersonne/contract/live/live'
import { badWeather } from '@kellersonne/core/energy/forecast/bad-weather'
import {
  EFFICIENCY,
  type Outlook,
  OWN_W,
  RESERVE_PERCENT,
  socForecast,
} from '@kellersonne/core/energy/forecast/charge'
import { remainingEnergy } from '@kellersonne/core/energy/forecast/energies'
import type { DayCourse } from '@kellersonne/core/energy/forecast/forecast'
import { type Expected, outlookOf, sumDays } from '@kellersonne/core/live/today'
import type { Sql } from '../../platform/db/database.ts'
import { invariant } from '../../platform/invariant.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { currentValues } from '../current.ts'
import { forecastStore } from './store.ts'

/** Today and tomorrow. */
const SHOWN_DAYS = 2

const daysToWire = ({ pv, load }: Expected): Forecast['days'] =>
  pv.slice(0, SHOWN_DAYS).map(({ day, start, quarters }, i) => ({
    day,
    start: start.toISOString(),
    pv: [...quarters],
    load: [...(load[i]?.quarters ?? [])],
  }))

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

/** Resolves to the forecast of one system, including its battery. */
export async function forecastOf(sql: Sql, system: OwnedSystem, now: Date): Promise<Forecast> {
  const [found] = await currentValues(sql, [system])
  const made = (await forecastStore(sql).of([system], now)).get(system.id)
  invariant(found, `forecast: no current data of system ${system.id}`)
  const expected = {
    ...{ pv: made?.pv.days ?? [], load: made?.load.days ?? [] },
    efficiency: made?.efficiency ?? null,
  }
  const outlook = outlookOf(found.current, expected, now)
  const basis = made && {
    pv: { history: made.pv.history, level: made.pv.level },
    load: { history: made.load.history, level: made.load.level },
  }
  return {
    made_at: made?.made_at.toISOString() ?? null,
    days: daysToWire(expected),
    basis: basis ?? null,
    outlook: typeof outlook === 'string' ? null : outlookToWire(outlook),
    outlook_gap: typeof outlook === 'string' ? outlook : null,
    bad_weather: typeof outlook === 'string' ? null : fromNotice(badWeather(outlook)),
    without: [],
  }
}

const isTold = ([today]: readonly DayCourse[], now: Date) =>
  today !== undefined && remainingEnergy(today, now) !== null

/** Resolves to the combined forecast of all of an owner's systems that have one. */
export async function totalForecast(sql: Sql, systems: readonly OwnedSystem[], now: Date): Promise<Forecast> {
  const made = await forecastStore(sql).of(systems, now)
  const told = systems.flatMap(({ id, sn }) => {
    const one = made.get(id)
    return one && (isTold(one.pv.days, now) || isTold(one.load.days, now)) ? [{ ...one, sn }] : []
  })
  const times = told.map(({ made_at }) => made_at.getTime())
  return {
    made_at: times.length === 0 ? null : new Date(Math.min(...times)).toISOString(),
    days: daysToWire({
      pv: sumDays(told.map(({ pv }) => pv.days)),
      load: sumDays(told.map(({ load }) => load.days)),
    }),
    basis: null,
    outlook: null,
    outlook_gap: null,
    bad_weather: null,
    without: systems.filter(({ sn }) => !told.some((one) => one.sn === sn)).map(({ sn }) => sn),
  }
}
