import type { SocStep } from '@kellersonne/core/energy/forecast/charge'
import { outlookGaps } from '@kellersonne/core/live/today'
import { type Day, QUARTER_MS, quarterOf } from '@kellersonne/core/time/days'
import { known, percent, type Watts, wattHours, watts } from '@kellersonne/core/units/units'
import * as z from 'zod/mini'
import { badWeatherNotice, toNotice } from '../live/live.ts'
import { endpoint } from '../shared/endpoint.ts'
import { serialNumber, systemQuery } from '../systems/systems.ts'
import { chargeRange, daySum, forecastMethod, runway, weatherInForce } from './forecast-parts.ts'
import { toChargeRange, toSum, toWeather } from './forecast-parts-from-wire.ts'

const quantity = z.nullable(z.number())
const instant = z.iso.datetime()
const quarters = z.array(quantity)
/** `excluded`: how many past days were kept out, by reason. */
const basis = z.object({
  history: z.int(),
  level: z.number(),
  method: forecastMethod,
  excluded: z.object({ curtailed: z.int(), snow: z.int(), faulty: z.int(), gap: z.int() }),
})
export const forecast = z.object({
  /** When it was made; for a total the oldest; null if there is none yet. */
  made_at: z.nullable(instant),
  /** Today and tomorrow in the system's time zone; mean powers in W, one per quarter from `start`. */
  days: z.array(
    z.object({
      day: z.iso.date(),
      start: instant,
      pv: quarters,
      load: quarters,
      /** One quarter in ten lies below `low` and one above `high`; for a total the systems' bounds are added up, which is wider. */
      pv_low: quarters,
      pv_high: quarters,
      load_low: quarters,
      load_high: quarters,
      /** What the house usually draws at that time, a median: not for energies; null for a total. */
      load_usual: quarters,
      sums: z.object({ pv: z.nullable(daySum), load: z.nullable(daySum) }),
    }),
  ),
  /**
   * How many days it is based on, today relative to an ordinary day (1 = the same), and the rule in force. null for a
   * total.
   */
  basis: z.nullable(z.object({ pv: basis, load: basis })),
  /**
   * The state of charge (%) and what it is derived from: Wh, W, shares. `steps` begin now and last a quarter each;
   * `soc` is the value at their end, `battery` is negative while charging, `gain` is what the cells gain after
   * losses.
   */
  outlook: z.nullable(
    z.object({
      soc: z.number(),
      capacity: z.number(),
      own_power: z.number(),
      efficiency: z.number(),
      reserve: z.number(),
      steps: z.array(
        z.object({
          from: instant,
          pv: z.number(),
          load: z.number(),
          battery: z.number(),
          gain: z.number(),
          soc: z.number(),
        }),
      ),
    }),
  ),
  /** Why there is no outlook. A total has neither an outlook nor a reason. */
  outlook_gap: z.nullable(z.enum(outlookGaps)),
  /** With the bands of PV and load; null where there is no outlook, or no band. */
  charge: z.nullable(chargeRange),
  bad_weather: badWeatherNotice,
  /** Null for a total. */
  weather: z.nullable(weatherInForce),
  /** Systems without a forecast: excluded from a total. */
  without: z.array(serialNumber),
})
export type Forecast = z.output<typeof forecast>

export const getForecast = endpoint({
  method: 'GET',
  path: '/api/auth/forecast/',
  summary: "What a system's sun and house are expected to do today and tomorrow, and its battery with them.",
  auth: 'bearer',
  query: systemQuery,
  response: forecast,
  cached: true,
  errors: ['not_found'],
})

export const getRunway = endpoint({
  method: 'GET',
  path: '/api/auth/forecast/runway/',
  summary: 'When the battery of one of the caller’s systems will live on the sun again.',
  auth: 'bearer',
  query: z.object({ sn: serialNumber }),
  response: z.object({ runway: z.nullable(runway) }),
  errors: ['not_found'],
})

export const toWireSteps = (steps: readonly SocStep[]) =>
  steps.map(({ from, pv, load, battery, gain, soc }) => ({
    from: from.toISOString(),
    pv,
    load,
    battery,
    gain,
    soc: soc[1],
  }))

const endOf = (quarter: Date) => new Date(quarterOf(quarter).getTime() + QUARTER_MS)

function toSteps({ soc: atFirst, steps }: NonNullable<Forecast['outlook']>): SocStep[] {
  return steps.map(({ from, pv, load, battery, gain, soc }, i) => ({
    from: new Date(from),
    until: endOf(new Date(from)),
    pv: watts(pv),
    load: watts(load),
    battery: watts(battery),
    gain: watts(gain),
    soc: [percent(steps[i - 1]?.soc ?? atFirst), percent(soc)],
  }))
}

const bandOf = (low: readonly (number | null)[], high: readonly (number | null)[]) => ({
  low: low.map(known<Watts>),
  high: high.map(known<Watts>),
})

/** Converts the forecast of one system, or of all, from the wire format. */
export const toForecast = (wire: Forecast) => ({
  madeAt: wire.made_at === null ? null : new Date(wire.made_at),
  days: wire.days.map(({ day, start, sums, ...courses }) => ({
    day: day as Day,
    start: new Date(start),
    pv: courses.pv.map(known<Watts>),
    load: courses.load.map(known<Watts>),
    pvBand: bandOf(courses.pv_low, courses.pv_high),
    loadBand: bandOf(courses.load_low, courses.load_high),
    loadUsual: courses.load_usual.map(known<Watts>),
    sums: { pv: toSum(sums.pv), load: toSum(sums.load) },
  })),
  basis: wire.basis,
  outlook: wire.outlook && {
    soc: percent(wire.outlook.soc),
    capacity: wattHours(wire.outlook.capacity),
    ownPower: watts(wire.outlook.own_power),
    efficiency: wire.outlook.efficiency,
    reserve: percent(wire.outlook.reserve),
    steps: toSteps(wire.outlook),
  },
  outlookGap: wire.outlook_gap,
  charge: toChargeRange(wire.charge),
  badWeather: toNotice(wire.bad_weather),
  weather: toWeather(wire.weather),
  without: wire.without,
})
export type Expectation = ReturnType<typeof toForecast>
