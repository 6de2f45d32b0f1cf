import type { ChargeRange, Moment } from '@kellersonne/core/energy/forecast/charge-range'
import type { DaySum } from '@kellersonne/core/energy/forecast/forecast'
import { percent, wattHours } from '@kellersonne/core/units/units'
import type * as z from 'zod/mini'
import type { chargeRange, daySum, weatherInForce } from './forecast-parts.ts'

const instant = (text: string | null) => (text === null ? null : new Date(text))

export const toSum = (wire: z.output<typeof daySum> | null): DaySum | null =>
  wire && {
    low: wattHours(wire.low),
    expected: wattHours(wire.expected),
    high: wattHours(wire.high),
  }

type WireRange = z.output<typeof chargeRange>
const toMoment = (wire: WireRange['full']): Moment | null =>
  wire && {
    earliest: instant(wire.earliest),
    expected: instant(wire.expected),
    latest: instant(wire.latest),
  }

export const toChargeRange = (wire: WireRange | null): ChargeRange | null =>
  wire && {
    steps: wire.steps.map(({ until, low, expected, high }) => ({
      until: new Date(until),
      ...{ low: percent(low), expected: percent(expected), high: percent(high) },
    })),
    full: toMoment(wire.full),
    lasts: toMoment(wire.lasts),
  }

export const toWeather = (wire: z.output<typeof weatherInForce> | null) =>
  wire && { state: wire.state, issuedAt: instant(wire.issued_at), source: wire.source }
