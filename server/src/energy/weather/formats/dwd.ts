import { WeatherFault } from '../issued.ts'
import { readMosmix } from './dwd-mosmix.ts'
import { openStations, type Station, type Stations } from './dwd-stations.ts'
import type { Format, WeatherQuestion } from './format.ts'

const MAX_BYTES = 4 * 1024 * 1024
/** Some stations of the catalogue have no file. */
const STATIONS_TRIED = 3

async function fetchOf({ id }: Station, { base, get }: WeatherQuestion) {
  const path = `weather/local_forecasts/mos/MOSMIX_L/single_stations/${id}/kml/MOSMIX_L_LATEST_${id}.kmz`
  return readMosmix(await get(new URL(path, base ?? 'https://opendata.dwd.de/'), MAX_BYTES))
}

/**
 * MOSMIX_L of the Deutscher Wetterdienst, of the station next to a place: hourly, ten days ahead, issued four times a day.
 * `stationsUrl`: where the catalogue of stations is.
 */
export function dwd(stationsUrl: string): Format {
  const stations: Stations = openStations(new URL(stationsUrl))
  return {
    async fetch(question) {
      const near = await stations.near(question.place, question)
      for (const station of near.slice(0, STATIONS_TRIED)) {
        try {
          const issued = await fetchOf(station, question)
          // Its own place is some kilometres away: what matters is that it is the station's.
          return { ...issued, place: isAt(station, issued.place) ? question.place : issued.place }
        } catch (error) {
          if (!(error instanceof WeatherFault && error.reason === 'refused' && error.retryMs === null))
            throw error
        }
      }
      throw new WeatherFault('wrong_place', 'no station with forecasts near it')
    },
  }
}

const NEAR_DEGREES = 0.1
const isAt = (station: Station, place: { latitude: number; longitude: number } | null) =>
  place === null ||
  (Math.abs(place.latitude - station.latitude) <= NEAR_DEGREES &&
    Math.abs(place.longitude - station.longitude) <= NEAR_DEGREES)
