import type { WeatherSource } from '@kellersonne/contract/energy/weather-source'
import type { Place } from '@kellersonne/core/systems/place'
import { type Config, StartupError } from '../../platform/config.ts'
import { dwd } from './formats/dwd.ts'
import { forecastSolar } from './formats/forecast-solar.ts'
import type { Format } from './formats/format.ts'
import { openMeteo } from './formats/open-meteo.ts'
import { own } from './formats/own.ts'
import { getBounded } from './get-bounded.ts'
import { type HourlyWeather, judgeWeather } from './judge.ts'

export type WeatherConfig = Pick<
  Config,
  | 'WEATHER'
  | 'WEATHER_URL'
  | 'WEATHER_STATIONS_URL'
  | 'WEATHER_KEY'
  | 'WEATHER_NAME'
  | 'WEATHER_PAGE'
  | 'WEATHER_LICENCE'
  | 'WEATHER_LICENCE_URL'
  | 'WEATHER_REQUESTS_A_DAY'
>
type Chosen = Exclude<Config['WEATHER'], 'off'>

const CC_BY = { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' }
/** As the providers ask to be named. */
const usual: Record<Chosen, Omit<WeatherSource, 'provider'>> = {
  open_meteo: { name: 'Open-Meteo', url: 'https://open-meteo.com/', licence: CC_BY },
  dwd: { name: 'Deutscher Wetterdienst', url: 'https://www.dwd.de/', licence: CC_BY },
  forecast_solar: {
    name: 'Forecast.Solar',
    url: 'https://forecast.solar/',
    licence: { name: 'Forecast.Solar terms', url: 'https://forecast.solar/' },
  },
  own: { name: '', url: null, licence: null },
}

/** Below what providers publish: Open-Meteo 10 000 a day, Forecast.Solar 12 an hour. The others name no number. */
const usualADay: Record<Chosen, number> = {
  open_meteo: 9000,
  forecast_solar: 240,
  dwd: 50_000,
  own: 1_000_000,
}

/** Returns who forecasts the weather, as the operator has chosen; null if nobody does. */
export function weatherSourceOf(config: WeatherConfig): WeatherSource | null {
  if (config.WEATHER === 'off') return null
  const { name, url, licence } = usual[config.WEATHER]
  const { WEATHER_NAME, WEATHER_PAGE, WEATHER_LICENCE, WEATHER_LICENCE_URL } = config
  return {
    provider: config.WEATHER,
    name: WEATHER_NAME ?? name,
    url: WEATHER_PAGE ?? url,
    licence:
      WEATHER_LICENCE === undefined ? licence : { name: WEATHER_LICENCE, url: WEATHER_LICENCE_URL ?? null },
  }
}

function formatOf(chosen: Chosen, { WEATHER_STATIONS_URL }: WeatherConfig): Format {
  if (chosen === 'dwd') return dwd(WEATHER_STATIONS_URL)
  return { open_meteo: openMeteo, forecast_solar: forecastSolar, own }[chosen]
}

/** Throws `StartupError` if the operator's settings of the weather do not fit together. */
function checkConfig({ WEATHER, WEATHER_URL, WEATHER_NAME }: WeatherConfig) {
  if (WEATHER !== 'own') {
    if (WEATHER_URL?.startsWith('file:'))
      throw new StartupError('WEATHER_URL names a file: that is for WEATHER=own only.')
    return
  }
  if (WEATHER_URL === undefined) throw new StartupError('WEATHER=own needs WEATHER_URL.')
  if (WEATHER_NAME === undefined)
    throw new StartupError('WEATHER=own needs WEATHER_NAME: owners read whose weather it is.')
}

/**
 * Opens the provider of weather forecasts that the operator has chosen; null if none. Throws `StartupError` if that cannot be
 * used.
 */
export function openWeatherProvider(config: WeatherConfig) {
  checkConfig(config)
  const { WEATHER: chosen, WEATHER_URL, WEATHER_KEY } = config
  const source = weatherSourceOf(config)
  if (chosen === 'off' || source === null) return null
  const format = formatOf(chosen, config)
  const base = chosen === 'own' || WEATHER_URL === undefined ? WEATHER_URL : WEATHER_URL.replace(/\/?$/, '/')
  return {
    source,
    /** How many requests all processes may make a day (UTC). */
    mostADay: config.WEATHER_REQUESTS_A_DAY ?? usualADay[chosen],
    /** Resolves to the weather of a place, of which everything is plausible; rejects with `WeatherFault`. */
    async weatherOf(place: Place, now: Date, closing: AbortSignal): Promise<HourlyWeather> {
      const get = (url: URL, most: number) => getBounded(url, most, closing)
      return judgeWeather(await format.fetch({ base, key: WEATHER_KEY, place, now, get }), place, now)
    },
  }
}
export type WeatherSupply = NonNullable<ReturnType<typeof openWeatherProvider>>
