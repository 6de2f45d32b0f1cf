import type { CounterName } from '@kellersonne/core/telemetry/readings'

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
