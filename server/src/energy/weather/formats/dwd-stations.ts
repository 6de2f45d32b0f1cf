import type { Place } from '@kellersonne/core/systems/place'
import { malformed } from '../issued.ts'
import type { WeatherQuestion } from './format.ts'

/** A station of MOSMIX; degrees. */
export type Station = { readonly id: string; readonly latitude: number; readonly longitude: number }

const MAX_BYTES = 4 * 1024 * 1024
const AGE_MS = 7 * 86_400_000
const FARTHEST_KM = 60
const KM_A_DEGREE = 111.2
const MOST_LINES = 20_000
/** `01001 ENJA JAN MAYEN             70.56   -8.40    10`: degrees and minutes with a point between them. */
const ID = /^[A-Z0-9]{4,5}$/
const DEGREES = /^(-?)(\d{1,3})\.(\d{2})$/

function degreesOf(text = ''): number | null {
  const [, sign, degrees, minutes] = DEGREES.exec(text) ?? []
  if (degrees === undefined) return null
  return (sign === '-' ? -1 : 1) * (Number(degrees) + Number(minutes) / 60)
}

function stationOf(line: string): Station[] {
  const words = line
    .trim()
    .split(' ')
    .filter((word) => word !== '')
  const [id = ''] = words
  const [latitude, longitude] = [degreesOf(words.at(-3)), degreesOf(words.at(-2))]
  return ID.test(id) && latitude !== null && longitude !== null ? [{ id, latitude, longitude }] : []
}

/** Reads the catalogue of stations. */
function readCatalogue(bytes: Uint8Array): readonly Station[] {
  const stations = new TextDecoder('latin1').decode(bytes).split('\n', MOST_LINES).flatMap(stationOf)
  if (stations.length === 0) throw malformed('a catalogue without stations')
  return stations
}

function kilometres(a: Place, b: Place): number {
  const narrower = Math.cos((((a.latitude + b.latitude) / 2) * Math.PI) / 180)
  return KM_A_DEGREE * Math.hypot(a.latitude - b.latitude, (a.longitude - b.longitude) * narrower)
}

/** The stations of MOSMIX, whose catalogue is fetched once a week. */
export function openStations(url: URL) {
  let known: { readonly at: number; readonly stations: readonly Station[] } | null = null
  let fetching: Promise<readonly Station[]> | null = null

  async function all({ now, get }: Pick<WeatherQuestion, 'now' | 'get'>) {
    if (known && now.getTime() - known.at < AGE_MS) return known.stations
    fetching ??= get(url, MAX_BYTES)
      .then(readCatalogue)
      .then((stations) => {
        known = { at: now.getTime(), stations }
        return stations
      })
      .finally(() => {
        fetching = null
      })
    // An old catalogue is as good as a new one, but for stations that are gone.
    return fetching.catch((error: unknown) => {
      if (known) return known.stations
      throw error
    })
  }

  return {
    /** Resolves to the stations near a place, the nearest first; rejects with `WeatherFault`. */
    async near(place: Place, asked: Pick<WeatherQuestion, 'now' | 'get'>): Promise<readonly Station[]> {
      return (await all(asked))
        .map((station) => ({ station, away: kilometres(place, station) }))
        .filter(({ away }) => away <= FARTHEST_KM)
        .toSorted((a, b) => a.away - b.away)
        .map(({ station }) => station)
    },
  }
}
export type Stations = ReturnType<typeof openStations>
