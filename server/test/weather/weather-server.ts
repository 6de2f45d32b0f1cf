import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A weather provider on this machine, which answers as it is told and remembers what it was asked. */
export async function weatherServer() {
  const asked: string[] = []
  let answer: Answer = (_, response) => void response.writeHead(404).end()
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    /** The paths that were asked for, with their queries. */
    asked,
    answers(next: Answer) {
      answer = next
    },
    /** Answers everything with JSON. */
    serve(value: unknown) {
      answer = (_, response) => void response.end(JSON.stringify(value))
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
export type WeatherServer = Awaited<ReturnType<typeof weatherServer>>

const HOUR_MS = 3_600_000

/** The hours from `first` on, in seconds since 1970. */
const hoursFrom = (first: Date, count: number) =>
  Array.from({ length: count }, (_, i) => first.getTime() / 1000 + (i * HOUR_MS) / 1000)

/** What Open-Meteo answers: `irradiance` and `gust` by the number of the hour. */
export const openMeteoAnswer = (
  first: Date,
  irradiance: (hour: number) => number | null,
  {
    count = 48,
    latitude = 47.7,
    longitude = 9.2,
    gust = () => 8,
  }: {
    readonly count?: number
    readonly latitude?: number
    readonly longitude?: number
    readonly gust?: (hour: number) => number | null
  } = {},
) => ({
  ...{ latitude, longitude, generationtime_ms: 0.1, utc_offset_seconds: 0, elevation: 400 },
  hourly_units: {
    ...{ time: 'unixtime', shortwave_radiation: 'W/m²', cloud_cover: '%', temperature_2m: '°C' },
    wind_gusts_10m: 'm/s',
  },
  hourly: {
    time: hoursFrom(first, count),
    shortwave_radiation: Array.from({ length: count }, (_, hour) => irradiance(hour)),
    cloud_cover: Array.from({ length: count }, () => 50),
    temperature_2m: Array.from({ length: count }, () => 12.3),
    wind_gusts_10m: Array.from({ length: count }, (_, hour) => gust(hour)),
  },
})
