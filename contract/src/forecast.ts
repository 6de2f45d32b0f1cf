import type { Balance, Unknown } from '@kellersonne/core/balance'
import { type SerialNumber, TOTAL } from '@kellersonne/core/systems'
import { outlookGaps } from '@kellersonne/core/today'
import type { SocStep } from '@kellersonne/core/weather'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { badWeatherNotice } from './live.ts'
import { serialNumber } from './systems.ts'

const quantity = z.nullable(z.number())
const instant = z.iso.datetime()
/** One of the caller's systems, or -1 for all of them as one. */
const which = z.object({
  sn: z.union([
    z.pipe(
      z.literal(String(TOTAL)),
      z.transform((): typeof TOTAL => TOTAL),
    ),
    serialNumber,
  ]),
})
/** Serial numbers of those of which nothing is known: no part of a total. */
const without = z.array(serialNumber)

const basis = z.object({ history: z.int(), level: z.number() })
export const forecast = z.object({
  /** When it was made; of a total the oldest, null where there is none yet. */
  made_at: z.nullable(instant),
  /** Today and tomorrow at the system; mean powers in W, one a quarter from `start` on. */
  days: z.array(
    z.object({ day: z.iso.date(), start: instant, pv: z.array(quantity), load: z.array(quantity) }),
  ),
  /** On how many days of the last 14 it rests, and how today compares with an ordinary day: 1 = as it. null of a total. */
  basis: z.nullable(z.object({ pv: basis, load: basis })),
  /**
   * The state of charge (%) and what it is concluded from: Wh, W, shares. `steps` begin now and last a quarter
   * each; `soc` is that at their end, `battery` below zero where it charges, `gain` what the cells gain after losses.
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
  /** Why there is no outlook. A total has none, and no reason. */
  outlook_gap: z.nullable(z.enum(outlookGaps)),
  bad_weather: badWeatherNotice,
  without,
})
export type Forecast = z.output<typeof forecast>

export const getForecast = endpoint({
  method: 'GET',
  path: '/api/auth/forecast/',
  summary: "What a system's sun and house are expected to do today and tomorrow, and its battery with them.",
  auth: 'bearer',
  query: which,
  response: forecast,
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

const why = z.nullable(
  z.enum([
    'not_measured',
    'contradictory',
    'nothing_drawn',
    'no_yield',
    'origin_unknown',
  ] as const satisfies readonly Unknown[]),
)
/** A number, or why there is none, and the energies (Wh) it is made of. */
const explained = <Inputs extends z.core.$ZodLooseShape>(inputs: Inputs) =>
  z.object({ value: quantity, why, inputs: z.object(inputs) })
const energies = {
  pv: quantity,
  import: quantity,
  feed_in: quantity,
  charge: quantity,
  discharge: quantity,
}

/** Today so far, as core's balance tells it; Wh and %. */
export const todayBalance = z.object({
  /** From when on it counts: midnight, or when the system became the caller's. */
  from: instant,
  time: instant,
  energies: z.object(energies),
  flows: z.nullable(
    z.object({
      pv_to_house: z.number(),
      pv_to_battery: z.number(),
      pv_to_grid: z.number(),
      battery_to_house: z.number(),
      battery_to_grid: z.number(),
      grid_to_house: z.number(),
      grid_to_battery: z.number(),
    }),
  ),
  house: explained(energies),
  self_consumption: explained({ pv_to_house: quantity, pv_to_battery: quantity, pv: quantity }),
  self_sufficiency: explained({
    pv_to_house: quantity,
    battery_to_house: quantity,
    pv_charged: quantity,
    charged: quantity,
    house: quantity,
  }),
  /** What the counters say of the house less what its powers say. */
  residual: quantity,
  /** The share of the quarters so far in which all counters told. */
  measured: quantity,
  without,
})
export type TodayBalance = z.output<typeof todayBalance>

export const getBalance = endpoint({
  method: 'GET',
  path: '/api/auth/balance/',
  summary:
    "Today's energies of a system, its self-sufficiency and self-consumption, and how they came about.",
  auth: 'bearer',
  query: which,
  response: todayBalance,
  errors: ['not_found'],
})

const energiesOf = ({ pv, import: drawn, feedIn, charge, discharge }: Balance['energies']) => ({
  pv,
  import: drawn,
  feed_in: feedIn,
  charge,
  discharge,
})

/** Core's words into the wire's. `from` and `now` bound what was counted. */
export function fromBalance(
  { energies: counted, flows, house, selfConsumption, selfSufficiency, residual, measured }: Balance,
  context: { from: Date; now: Date; without: SerialNumber[] },
): TodayBalance {
  const { pvToHouse, pvToBattery, pv } = selfConsumption.inputs
  const own = selfSufficiency.inputs
  return {
    from: context.from.toISOString(),
    time: context.now.toISOString(),
    energies: energiesOf(counted),
    flows: flows && {
      pv_to_house: flows.pvToHouse,
      pv_to_battery: flows.pvToBattery,
      pv_to_grid: flows.pvToGrid,
      battery_to_house: flows.batteryToHouse,
      battery_to_grid: flows.batteryToGrid,
      grid_to_house: flows.gridToHouse,
      grid_to_battery: flows.gridToBattery,
    },
    house: { ...house, inputs: energiesOf(house.inputs) },
    self_consumption: {
      ...selfConsumption,
      inputs: { pv_to_house: pvToHouse, pv_to_battery: pvToBattery, pv },
    },
    self_sufficiency: {
      ...selfSufficiency,
      inputs: {
        pv_to_house: own.pvToHouse,
        battery_to_house: own.batteryToHouse,
        pv_charged: own.pvCharged,
        charged: own.charged,
        house: own.house,
      },
    },
    residual,
    measured,
    without: context.without,
  }
}
