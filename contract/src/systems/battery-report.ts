import { limits } from '@kellersonne/core/telemetry/readings'
import * as z from 'zod/mini'

const between = (min: number, max: number) => z.nullish(z.number().check(z.minimum(min), z.maximum(max)))
const count = z.nullish(z.int().check(z.minimum(0), z.maximum(1_000_000)))
const date = z.nullish(z.iso.date())
const minutes = between(0, 1e9)

/** What became of the battery since it was made, in the words of the battery passport. */
const batteryStatuses = ['original', 'repurposed', 'reused', 'remanufactured', 'waste'] as const

/** What the maker warrants; without `energy_throughput_wh` (in and out) for the years alone. */
const warranty = z.object({
  years: z.number().check(z.minimum(0.1), z.maximum(50)),
  remaining_percent: z.number().check(z.minimum(1), z.maximum(100)),
  energy_throughput_wh: between(1, limits.counter.max),
})

/**
 * What a unit knows of its battery itself, with the fields and units of DIN DKE SPEC 99100; the state of health and the warranty are beyond it.
 * What is left out or null is not known.
 */
export const batteryReport = z.object({
  soh_percent: between(0, 120),
  remaining_capacity_ah: between(0, 1_000_000),
  remaining_energy_wh: between(0, 100_000_000),
  remaining_power_w: between(0, limits.power.max),
  round_trip_percent: between(0, 100),
  self_discharge_percent_month: between(0, 100),
  resistance_mohm: between(0, 1_000_000),
  full_cycles: count,
  energy_throughput_wh: between(limits.counter.min, limits.counter.max),
  capacity_throughput_ah: between(0, 1e9),
  minutes_over_temperature: minutes,
  minutes_under_temperature: minutes,
  minutes_charging_over_temperature: minutes,
  minutes_charging_under_temperature: minutes,
  deep_discharges: count,
  overcharges: count,
  manufactured_on: date,
  in_service_on: date,
  status: z.nullish(z.enum(batteryStatuses)),
  warranty: z.nullish(warranty),
})
