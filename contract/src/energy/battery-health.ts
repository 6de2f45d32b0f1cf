import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { batteryReport } from '../systems/battery-report.ts'
import { serialNumber } from '../systems/systems.ts'

const quantity = z.nullable(z.number())
const date = z.nullable(z.iso.date())

/** What is left of the capacity that the unit states, in %. */
export const stateOfHealth = z.object({
  percent: z.number(),
  plus_minus: z.number(),
  /** What batteries of this age usually have left; null for less than half a year. */
  usual: z.nullable(z.object({ low: z.number(), high: z.number() })),
  /** `weak`: less than usual beyond doubt; `early`: measured for less than half a year. */
  verdict: z.enum(['good', 'weak', 'early']),
})

/** What a battery can hold, estimated from long charges and discharges. In Wh. */
export const capacityEstimate = z.object({
  capacity: z.number(),
  /** The true value is within so much nine times in ten. */
  plus_minus: z.number(),
  /** Change a year; null over less than half a year. */
  a_year: quantity,
  /** How many charges and discharges it rests on. */
  runs: z.int(),
  /** Since when a battery with more capacity is in use; null if it was never exchanged. */
  exchanged_on: date,
  /** Null if the unit states no capacity, or one that cannot be this battery's. */
  state: z.nullable(stateOfHealth),
  /** The median of each month, oldest first. */
  months: z.array(
    z.object({
      month: z.string(),
      capacity: z.number(),
      runs: z.int(),
      /** What was warranted in the middle of the month; null if that is not known. */
      warranted: quantity,
    }),
  ),
})

/** What came out of the energy that went in. */
export const roundTrip = z.object({ percent: z.number(), cycles: z.number() })

/** How long a battery was how warm, from the temperatures that its unit reports. */
export const temperatureTime = z.object({
  since: z.iso.date(),
  /** In °C. */
  lowest: z.number(),
  highest: z.number(),
  /** Hours below 0, from 0 to 10, from 10 to 35, from 35 to 45, and from 45 °C. */
  hours: z.array(z.number()),
})

/** The maker's warranty as the unit reports it, beside the estimate; whether it holds is not said. */
export const warrantyState = z.object({
  years: z.number(),
  /** What is left at its end, % of the stated capacity. */
  remaining_percent: z.number(),
  /** It ends after so much energy in and out, Wh; null = by time alone. */
  energy_throughput_wh: quantity,
  /** When the battery was put into service; null if that is not known of this battery. */
  starts_on: date,
  /** Why nothing is compared. */
  unknown: z.nullable(z.enum(['start', 'exchanged'])),
  today: z.nullable(
    z.object({
      /** What is warranted today, on a straight line from the start to the end, %. */
      percent: z.number(),
      /** Which of the two limits is nearer. */
      by: z.enum(['time', 'throughput']),
      is_over: z.boolean(),
      /** `open`: within what the estimate may be wrong by; null without an estimate. */
      verdict: z.nullable(z.enum(['above', 'below', 'open'])),
    }),
  ),
})

/** How a battery is, and what it has been through, as far as it was measured and is its owner's. */
export const batteryHealth = z.object({
  /** The first day with a state of charge; null if there is none. */
  since: date,
  /** The last day with a state of charge: the numbers are of then, not of today. */
  until: date,
  /** Energy of the full battery as the unit states it, Wh. */
  stated: quantity,
  estimate: z.nullable(capacityEstimate),
  /** The last 90 days; null below five full cycles. */
  round_trip: z.nullable(roundTrip),
  /** The first 90 days; null if they overlap the last. */
  round_trip_first: z.nullable(roundTrip),
  /** In Wh. */
  charged: z.number(),
  discharged: z.number(),
  /** Discharged energy as multiples of the capacity; null if none is known. */
  full_cycles: quantity,
  /** Share of time at < 5, 5–20, 20–80, 80–95 and ≥ 95 % state of charge, %; empty if none is known. */
  levels: z.array(z.number()),
  /** How often the state of charge fell below 5 %. */
  deep_discharges: z.int(),
  /** Null if the unit reports no temperature of the battery. */
  temperature: z.nullable(temperatureTime),
  /** Null if the unit reports none. */
  warranty: z.nullable(warrantyState),
  /** What the unit reports of its battery itself; null if nothing. */
  reported: z.nullable(batteryReport),
})
export type BatteryHealth = z.output<typeof batteryHealth>

export const getBatteryHealth = endpoint({
  method: 'GET',
  path: '/api/auth/battery_health/',
  summary: 'How the battery of one of the caller’s systems is, from at most three years of measurements.',
  auth: 'bearer',
  query: z.object({ sn: serialNumber }),
  response: batteryHealth,
  errors: ['not_found'],
})
