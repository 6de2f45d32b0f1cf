import * as z from 'zod/mini'

const instant = z.iso.datetime()
const powers = z.array(z.nullable(z.int()))
const sum = z.nullable(z.object({ low: z.int(), expected: z.int(), high: z.int() }))

/** What is expected of a unit's sun and house, as it is sent to the unit. Whole W and Wh; null = not known. */
export const forecastMessage = z.object({
  made_at: z.nullable(instant),
  /** Today and tomorrow in the system's time zone; empty if there is no forecast. */
  days: z.array(
    z.object({
      start: instant,
      pv_w: powers,
      pv_low_w: powers,
      pv_high_w: powers,
      load_w: powers,
      load_low_w: powers,
      load_high_w: powers,
      pv_wh: sum,
      load_wh: sum,
    }),
  ),
  /** Who has forecast the weather that was used, as they ask to be named; null if none was. */
  weather_by: z.nullable(z.string()),
})
export type ForecastMessage = z.output<typeof forecastMessage>
