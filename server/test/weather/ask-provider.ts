import { afterAll, beforeAll, beforeEach } from 'vitest'
import { openWeatherProvider, type WeatherConfig } from '../../src/energy/weather/provider.ts'
import { type WeatherServer, weatherServer } from './weather-server.ts'

export const NOW = new Date('2026-06-18T10:20:00Z')
/** The hour that `NOW` lies in, and the next one. */
export const HOUR = new Date('2026-06-18T10:00:00Z')
export const NEXT = new Date('2026-06-18T11:00:00Z')
export const PLACE = { latitude: 47.7, longitude: 9.2 }

/** No provider. */
export const none: WeatherConfig = {
  ...{ WEATHER: 'off', WEATHER_STATIONS_URL: 'http://127.0.0.1:9/', WEATHER_URL: undefined },
  ...{ WEATHER_KEY: undefined, WEATHER_NAME: undefined, WEATHER_PAGE: undefined },
  ...{ WEATHER_LICENCE: undefined, WEATHER_LICENCE_URL: undefined, WEATHER_REQUESTS_A_DAY: undefined },
}

/** A weather provider on this machine, and the product's side of it. */
export function askProvider() {
  let server: WeatherServer
  beforeAll(async () => {
    server = await weatherServer()
  })
  beforeEach(() => void server.asked.splice(0))
  afterAll(() => server.close())

  function ask(config: Partial<WeatherConfig>) {
    const provider = openWeatherProvider({
      ...{ ...none, WEATHER_URL: server.url, WEATHER_STATIONS_URL: `${server.url}stations` },
      ...config,
    })
    if (!provider) throw new Error('no provider')
    return provider.weatherOf(PLACE, NOW, new AbortController().signal)
  }
  return {
    server: () => server,
    ask,
    /** Resolves to why an answer is not used; `none` if it is. */
    faultOf: (config: Partial<WeatherConfig>) =>
      ask(config).then(
        () => 'none',
        (error: { reason?: string }) => error.reason,
      ),
  }
}
