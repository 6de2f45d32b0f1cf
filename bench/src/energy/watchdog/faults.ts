import type { FindingName } from '@kellersonne/core/energy/findings/judgement'

/** What is done to a simulated house, from the beginning of a fault. */
export type Fault = {
  /** Whether the battery neither charges nor discharges. */
  readonly stuck?: boolean
  /** Whether it never discharges. */
  readonly keeps?: boolean
  /** Points of round trip efficiency that it loses. */
  readonly trip?: number
  /** Share of the capacity that is left. */
  readonly capacity?: number
  /** What it uses by itself, W. */
  readonly own?: number
  /** Share of PV that is left, days after the beginning. */
  readonly pv?: (days: number) => number
  readonly flips?: 'grid' | 'battery'
}

const SOILED = { days: 60, share: 0.2 }

/** The faults that are planted; counters' jumps are planted into counters themselves. */
export const faults = {
  stuck: { stuck: true },
  'no discharge': { keeps: true },
  'efficiency -12 points': { trip: 12 },
  'capacity -25 %': { capacity: 0.75 },
  'standby +60 W': { own: 60 },
  'one of two strings': { pv: () => 0.5 },
  'soiling to -20 % in 60 days': {
    pv: (days) => 1 - SOILED.share * Math.min(1, Math.max(0, days / SOILED.days)),
  },
  'grid sign flipped': { flips: 'grid' },
  'battery sign flipped': { flips: 'battery' },
} as const satisfies Readonly<Record<string, Fault>>
export type FaultName = keyof typeof faults

/** What each fault may be called: what a battery that never rests uses by itself shows in its round trip alone. */
export const names: Readonly<Record<FaultName, readonly FindingName[]>> = {
  stuck: ['no_charge', 'no_discharge'],
  'no discharge': ['no_discharge'],
  'efficiency -12 points': ['round_trip'],
  'capacity -25 %': ['capacity'],
  'standby +60 W': ['standby', 'round_trip'],
  'one of two strings': ['pv'],
  'soiling to -20 % in 60 days': ['pv'],
  'grid sign flipped': ['signs'],
  'battery sign flipped': ['signs'],
}
