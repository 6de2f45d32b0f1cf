import { spoilings } from '@kellersonne/core/energy/forecast/forecast'
import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { serialNumber } from '../systems/systems.ts'
import { chartDay } from './charts.ts'
import { forecastMethod } from './forecast-parts.ts'

const instant = z.iso.datetime()
const quantity = z.nullable(z.number())
const quarters = z.array(quantity)

/**
 * Why a day says nothing about forecasts: too little was measured, or nothing was forecast at its beginning; or, of PV, it
 * was curtailed for an hour or more, lay under snow, or had a meter that did not move or sent impossible values.
 */
export const exclusionReason = z.enum(['gap', 'not_forecast', ...spoilings])
/**
 * What may explain a day that came out otherwise: some of it was not measured; PV was curtailed for less than an hour; weather
 * is used otherwise, but was not there.
 */
const dayReason = z.enum(['gap', 'curtailed', 'weather_missing'])

/** The energy of a whole day in Wh, as it was expected; null bounds: the rule in force had no band. */
export const issuedSum = z.object({ low: quantity, expected: z.number(), high: quantity })

/** The first forecast of a day beside what it brought. Mean powers in W, one per quarter from `start`. */
export const forecastRecord = z.object({
  day: z.iso.date(),
  start: instant,
  /** When the first forecast of the day was issued; null if none is kept, and everything else of it is empty. */
  issued_at: z.nullable(instant),
  methods: z.nullable(z.object({ pv: forecastMethod, load: forecastMethod })),
  /** Whether weather was used. */
  weather: z.boolean(),
  /** True of a forecast that was made later, by what was known at the beginning of its day: nobody was shown it. */
  reissued: z.boolean(),
  pv: quarters,
  pv_low: quarters,
  pv_high: quarters,
  load: quarters,
  load_low: quarters,
  load_high: quarters,
  sums: z.object({ pv: z.nullable(issuedSum), load: z.nullable(issuedSum) }),
  /** The whole day as expected at each hour, the newest issue of that hour. */
  issues: z.array(z.object({ at: instant, pv: z.nullable(issuedSum), load: z.nullable(issuedSum) })),
  /** What was measured; null until the day is over and judged. */
  outcome: z.nullable(
    z.object({
      pv: quantity,
      load: quantity,
      /** Share of quarters that were measured, %. */
      measured: z.number(),
      /** Why the day does not count for quality; null if it does. */
      excluded: z.object({ pv: z.nullable(exclusionReason), load: z.nullable(exclusionReason) }),
    }),
  ),
})
export type ForecastRecord = z.output<typeof forecastRecord>

export const getForecastRecord = endpoint({
  method: 'GET',
  path: '/api/auth/forecast/record/',
  summary: 'What was expected of a past day, and what it brought.',
  auth: 'bearer',
  query: z.object({ sn: serialNumber, day: chartDay }),
  response: forecastRecord,
  errors: ['not_found'],
})

/** A day as it was expected at its beginning, and what it brought, Wh. */
export const judgedDay = z.object({
  day: z.iso.date(),
  low: quantity,
  expected: z.number(),
  high: quantity,
  outcome: z.number(),
  why: z.nullable(dayReason),
})

/** How right the sums of days were that were expected at their beginning. */
export const forecastScore = z.object({
  /** How many days it is about. */
  days: z.int(),
  /** Mean absolute error of the sums, in % of the mean outcome; null if that is nothing. */
  error: quantity,
  /** Mean error, in % of the mean outcome: above zero, too much was expected. */
  bias: quantity,
  /** Share of days whose sum lay between low and high, %; null if none had a band. */
  within_band: quantity,
  /** The error divided by that of expecting the same as the day before; below 1 is better. Null if not comparable. */
  to_yesterday: quantity,
  /** The error divided by that of expecting the mean of the last seven days. */
  to_week: quantity,
  /** Whether one of these rules of thumb was as good: null until there are 14 days to compare. */
  no_better: z.nullable(z.boolean()),
  best: z.nullable(judgedDay),
  worst: z.nullable(judgedDay),
})
export type ForecastScore = z.output<typeof forecastScore>

/** How many days do not count, and how right the others were; null without any. */
export const kindQuality = z.object({
  excluded: z.object({
    gap: z.int(),
    not_forecast: z.int(),
    curtailed: z.int(),
    snow: z.int(),
    faulty: z.int(),
  }),
  score: z.nullable(forecastScore),
})

export const forecastQuality = z.object({
  /** The first day of which a forecast is kept; null if there is none. */
  since: z.nullable(z.iso.date()),
  /** The last 30 and the last 365 days. */
  periods: z.array(
    z.object({
      length: z.int(),
      /** Days that are over and judged, excluded ones too. */
      days: z.int(),
      /** How many of them have a forecast that was made later, by what was known at their beginning. */
      reissued: z.int(),
      pv: kindQuality,
      load: kindQuality,
    }),
  ),
  /** The days of the shortest period that count, oldest first. */
  recent: z.object({ pv: z.array(judgedDay), load: z.array(judgedDay) }),
})
export type ForecastQuality = z.output<typeof forecastQuality>

export const getForecastQuality = endpoint({
  method: 'GET',
  path: '/api/auth/forecast/quality/',
  summary: 'How right the forecasts of one of the caller’s systems were in the last 30 and 365 days.',
  auth: 'bearer',
  query: z.object({ sn: serialNumber }),
  response: forecastQuality,
  errors: ['not_found'],
})
