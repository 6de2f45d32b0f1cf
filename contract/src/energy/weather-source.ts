import * as z from 'zod/mini'

/** Whose format an operator's weather forecasts have; `own`: a file or an HTTP endpoint of the operator's. */
const weatherProviders = ['open_meteo', 'dwd', 'forecast_solar', 'own'] as const
export type WeatherProvider = (typeof weatherProviders)[number]

/** Who forecasts the weather, with what they ask to be shown beside it. */
export const weatherSource = z.object({
  provider: z.enum(weatherProviders),
  name: z.string(),
  /** Their page; null if the operator gave none. */
  url: z.nullable(z.string()),
  /** The licence of the data, or their terms; null if none was given. */
  licence: z.nullable(z.object({ name: z.string(), url: z.nullable(z.string()) })),
})
export type WeatherSource = z.output<typeof weatherSource>
