import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { CounterName } from '@kellersonne/core/telemetry/readings'
import { type WattHours, wattHours } from '@kellersonne/core/units/units'
import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { serialNumber, systemOrTotal } from '../systems/systems.ts'

/** Wire names of counters. */
export const wireCounters = ['pv', 'import', 'feed_in', 'charge', 'discharge'] as const
export type WireCounter = (typeof wireCounters)[number]

export const counterToWire = {
  pv: 'pv',
  import: 'import',
  feedIn: 'feed_in',
  charge: 'charge',
  discharge: 'discharge',
} as const satisfies Record<CounterName, WireCounter>

export const counterFromWire = {
  pv: 'pv',
  import: 'import',
  feed_in: 'feedIn',
  charge: 'charge',
  discharge: 'discharge',
} as const satisfies Record<WireCounter, CounterName>

const instant = z.iso.datetime()
const quantity = z.nullable(z.number())

/**
 * A time without readings, longer than two hours, over which energies (Wh) are known only as a whole; null = a counter
 * without a gap of just this time.
 */
export const energyGap = z.object({
  sn: serialNumber,
  from: instant,
  until: instant,
  pv: quantity,
  import: quantity,
  feed_in: quantity,
  charge: quantity,
  discharge: quantity,
})
export type EnergyGap = z.output<typeof energyGap>

/** A rise of a counter that nothing can have caused, and that does not count: the two values (Wh) and their times. */
export const counterJump = z.object({
  sn: serialNumber,
  counter: z.enum(wireCounters),
  from: instant,
  until: instant,
  before: z.number(),
  after: z.number(),
})
type WireJump = z.output<typeof counterJump>

/** A rise of a counter that does not count: its values in Wh, and their times in ms. */
export type CounterJump = {
  readonly sn: SerialNumber
  readonly counter: CounterName
  readonly from: number
  readonly until: number
  readonly before: WattHours
  readonly after: WattHours
}

/** Converts a jump from the wire format. */
export const toCounterJump = ({ sn, counter, from, until, before, after }: WireJump): CounterJump => ({
  ...{ sn, before: wattHours(before), after: wattHours(after) },
  counter: counterFromWire[counter],
  from: Date.parse(from),
  until: Date.parse(until),
})

/** A unit whose counter jumps at every reading makes no more of them. */
export const MAX_JUMPS = 50

export const getCounterJumps = endpoint({
  method: 'GET',
  path: '/api/auth/counter_jumps/',
  summary:
    'The jumps of the counters of a system, or of all (-1), in the last seven days, up to a quarter of an hour ago; the newest first.',
  auth: 'bearer',
  query: z.object({ sn: systemOrTotal }),
  response: z.object({ jumps: z.array(counterJump).check(z.maxLength(MAX_JUMPS)) }),
  errors: ['not_found'],
})

/**
 * An energy of a day on which powers and counters differ: inflow minus outflow (Wh), in the quarters that have both.
 */
export const disagreement = z.object({
  sn: serialNumber,
  flow: z.enum(['pv', 'grid', 'battery']),
  counted: z.number(),
  from_powers: z.number(),
})
