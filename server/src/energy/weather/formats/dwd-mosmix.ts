import { type IssuedWeather, malformed } from '../issued.ts'
import { readKml } from './kml.ts'
import { onlyEntry } from './zip-entry.ts'

const HOUR_MS = 3_600_000
const MAX_KML_BYTES = 16 * 1024 * 1024
const KELVIN = 273.15
/** kJ/m² in an hour are this many W/m². */
const WATTS = 1000 / 3600

/** Resolves to the forecast of the one station of a KMZ file of MOSMIX. Rejects with `WeatherFault`. */
export async function readMosmix(kmz: Uint8Array): Promise<IssuedWeather> {
  const { issuedAt, times, place, elements } = await readKml(onlyEntry(kmz, MAX_KML_BYTES))
  const [first] = times
  if (first === undefined || issuedAt === null) throw malformed('no times')
  if (times.some((at, i) => at !== first + i * HOUR_MS)) throw malformed('not every hour')
  const values = (name: string, convert: (value: number) => number) => {
    const read = elements.get(name) ?? []
    return times.map((_, i) => {
      const value = read[i] ?? null
      return value === null ? null : convert(value)
    })
  }
  return {
    ...{ issuedAt: new Date(issuedAt), place },
    // Of the hour before each time.
    start: new Date(first - HOUR_MS),
    stepMs: HOUR_MS,
    irradiance: values('Rad1h', (value) => value * WATTS),
    cloud: values(elements.has('N') ? 'N' : 'Neff', (value) => value),
    temperature: values('TTT', (value) => value - KELVIN),
    // m/s; https://opendata.dwd.de/weather/lib/MetElementDefinition.xml: "Maximum wind gust within the last hour".
    gust: values('FX1', (value) => value),
  }
}
