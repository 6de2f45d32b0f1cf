import type { Balance, Unknown } from '@kellersonne/core/energy/balance'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { known, type Percent, type WattHours, wattHours } from '@kellersonne/core/units/units'
import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { serialNumber, systemQuery } from '../systems/systems.ts'

const quantity = z.nullable(z.number())
const instant = z.iso.datetime()

const why = z.nullable(
  z.enum([
    'not_measured',
    'contradictory',
    'nothing_drawn',
    'no_yield',
    'origin_unknown',
  ] as const satisfies readonly Unknown[]),
)
/** A value, or why there is none, and the energies (Wh) it is computed from. */
const explained = <Inputs extends z.core.$ZodLooseShape>(inputs: Inputs) =>
  z.object({ value: quantity, why, inputs: z.object(inputs) })
const energies = {
  pv: quantity,
  import: quantity,
  feed_in: quantity,
  charge: quantity,
  discharge: quantity,
}

/** Today's balance so far, as computed by core; Wh and %. */
export const todayBalance = z.object({
  /** Start of the count: midnight, or when the system became the caller's. */
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
  /** House energy by counters minus house energy by powers. */
  residual: quantity,
  /** The share of the quarters so far in which all counters reported. */
  measured: quantity,
  /** Systems without data today: excluded from a total. */
  without: z.array(serialNumber),
})
export type TodayBalance = z.output<typeof todayBalance>

export const getBalance = endpoint({
  method: 'GET',
  path: '/api/auth/balance/',
  summary:
    "Today's energies of a system, its self-sufficiency and self-consumption, and how they came about.",
  auth: 'bearer',
  query: systemQuery,
  response: todayBalance,
  compressed: true,
  errors: ['not_found'],
})

const energiesOf = ({ pv, import: drawn, feedIn, charge, discharge }: Balance['energies']) => ({
  pv,
  import: drawn,
  feed_in: feedIn,
  charge,
  discharge,
})

/** Converts a balance to the wire format. `from` and `now` bound what was counted. */
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

const toEnergies = ({ pv, import: drawn, feed_in, charge, discharge }: TodayBalance['energies']) => ({
  pv: known<WattHours>(pv),
  import: known<WattHours>(drawn),
  feedIn: known<WattHours>(feed_in),
  charge: known<WattHours>(charge),
  discharge: known<WattHours>(discharge),
})

const toFlows = (flows: NonNullable<TodayBalance['flows']>) => ({
  pvToHouse: wattHours(flows.pv_to_house),
  pvToBattery: wattHours(flows.pv_to_battery),
  pvToGrid: wattHours(flows.pv_to_grid),
  batteryToHouse: wattHours(flows.battery_to_house),
  batteryToGrid: wattHours(flows.battery_to_grid),
  gridToHouse: wattHours(flows.grid_to_house),
  gridToBattery: wattHours(flows.grid_to_battery),
})

function toSelfSufficiency({ value, why, inputs }: TodayBalance['self_sufficiency']) {
  const { pv_to_house, battery_to_house, pv_charged, charged, house } = inputs
  return {
    value: known<Percent>(value),
    why,
    inputs: {
      pvToHouse: known<WattHours>(pv_to_house),
      batteryToHouse: known<WattHours>(battery_to_house),
      pvCharged: known<WattHours>(pv_charged),
      charged: known<WattHours>(charged),
      house: known<WattHours>(house),
    },
  } satisfies Balance['selfSufficiency']
}

function toSelfConsumption({ value, why, inputs }: TodayBalance['self_consumption']) {
  const { pv_to_house, pv_to_battery, pv } = inputs
  return {
    value: known<Percent>(value),
    why,
    inputs: {
      pvToHouse: known<WattHours>(pv_to_house),
      pvToBattery: known<WattHours>(pv_to_battery),
      pv: known<WattHours>(pv),
    },
  } satisfies Balance['selfConsumption']
}

/** The balance of a day so far, the bounds of the count, and the excluded systems. */
export type DayBalance = Balance & {
  readonly from: Date
  readonly at: Date
  readonly without: readonly SerialNumber[]
}

/** Converts a balance from the wire format. */
export const toBalance = (wire: TodayBalance): DayBalance => ({
  from: new Date(wire.from),
  at: new Date(wire.time),
  energies: toEnergies(wire.energies),
  flows: wire.flows && toFlows(wire.flows),
  house: { ...wire.house, value: known(wire.house.value), inputs: toEnergies(wire.house.inputs) },
  selfConsumption: toSelfConsumption(wire.self_consumption),
  selfSufficiency: toSelfSufficiency(wire.self_sufficiency),
  residual: known(wire.residual),
  measured: known(wire.measured),
  without: wire.without,
})
