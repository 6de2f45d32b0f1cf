import { forecastMethods, type WeatherUse } from '@kellersonne/core/energy/forecast/forecast'
import * as z from 'zod/mini'
import { weatherSource } from './weather-source.ts'

const instant = z.iso.datetime()
const day = z.iso.date()

/** The rule in force, as core's `forecastMethods` explains. */
export const forecastMethod = z.enum(forecastMethods)

/** Energy of a whole day in Wh: four days in five end between low and high, one in ten below and one above. */
export const daySum = z.object({ low: z.number(), expected: z.number(), high: z.number() })

/**
 * What became of weather: `off`: the operator has chosen none; `no_place`: the owner has set no place for the system;
 * `waiting`: nothing was answered for its place yet, or not
 * before the forecast was made; `silent`: the provider has not answered for hours; and `weatherUses`.
 */
const weatherStates = [
  ...(['off', 'no_place', 'waiting', 'silent'] as const),
  ...(['used', 'learning', 'old', 'implausible', 'no_better'] as const satisfies WeatherUse[]),
] as const
export const weatherInForce = z.object({
  state: z.enum(weatherStates),
  /** When the provider issued what is there; null if nothing is. */
  issued_at: z.nullable(instant),
  /** Null if `off`. */
  source: z.nullable(weatherSource),
})

/** Between which instants something is expected; null = not within the forecast. */
export const moment = z.object({
  earliest: z.nullable(instant),
  expected: z.nullable(instant),
  latest: z.nullable(instant),
})

/** How the state of charge is expected to go on, in %: with little sun and a high load, as expected, and the other way round. */
export const chargeRange = z.object({
  steps: z.array(z.object({ until: instant, low: z.number(), expected: z.number(), high: z.number() })),
  /** When the battery is full next. */
  full: z.nullable(moment),
  /** Until when it supplies the house. */
  lasts: z.nullable(moment),
})

/** When the battery will live on the sun again. */
export const runway = z.object({
  basis: z.enum(['weather', 'climate']),
  /** Energies of each day, Wh. */
  days: z.array(
    z.object({
      day,
      pv: daySum,
      load: z.number(),
    }),
  ),
  /** The first of three days in a row whose sun covers the house; null = after the last of `days`. */
  earliest: z.nullable(day),
  expected: z.nullable(day),
  latest: z.nullable(day),
})
