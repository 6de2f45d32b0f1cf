/** Countries whose postcodes name an area here: of others, a point on the map is asked for. */
export const postcodeCountries = ['DE', 'AT', 'CH'] as const
export type PostcodeCountry = (typeof postcodeCountries)[number]

/** Degrees north and east. */
export type Point = { readonly latitude: number; readonly longitude: number }

/**
 * The middle of the area of each pair of leading digits, with the Land in Germany. Estimated by us from the towns that the
 * areas are named after, to about 20 km: enough for weather and the position of the sun.
 */
const areas: Record<PostcodeCountry, string> = {
  DE: `
    01 51.1 13.7 SN, 02 51.2 14.6 SN, 03 51.7 14.3 BB, 04 51.3 12.4 SN, 06 51.6 11.9 ST, 07 50.8 11.8 TH
    08 50.6 12.4 SN, 09 50.8 13.0 SN, 10 52.5 13.4 BE, 12 52.4 13.5 BE, 13 52.6 13.3 BE, 14 52.3 12.8 BB
    15 52.2 14.0 BB, 16 52.9 13.3 BB, 17 53.7 13.4 MV, 18 54.2 12.6 MV, 19 53.5 11.5 MV, 20 53.6 10.0 HH
    21 53.4 10.0 NI, 22 53.6 10.1 HH, 23 53.9 10.9 SH, 24 54.4 9.9 SH, 25 54.2 9.2 SH, 26 53.3 7.7 NI
    27 53.2 8.8 NI, 28 53.1 8.8 HB, 29 52.8 10.4 NI, 30 52.4 9.7 NI, 31 52.3 9.5 NI, 32 52.1 8.7 NW
    33 51.8 8.6 NW, 34 51.3 9.4 HE, 35 50.7 8.7 HE, 36 50.7 9.8 HE, 37 51.5 9.9 NI, 38 52.1 10.6 NI
    39 52.3 11.6 ST, 40 51.2 6.8 NW, 41 51.2 6.5 NW, 42 51.2 7.1 NW, 44 51.5 7.4 NW, 45 51.5 7.1 NW
    46 51.7 6.7 NW, 47 51.5 6.5 NW, 48 52.1 7.5 NW, 49 52.5 7.9 NI, 50 50.9 6.9 NW, 51 51.0 7.2 NW
    52 50.8 6.2 NW, 53 50.7 7.1 NW, 54 49.9 6.6 RP, 55 49.9 7.9 RP, 56 50.3 7.5 RP, 57 50.8 7.9 NW
    58 51.3 7.6 NW, 59 51.5 8.1 NW, 60 50.1 8.7 HE, 61 50.3 8.7 HE, 63 50.1 9.1 HE, 64 49.8 8.7 HE
    65 50.2 8.2 HE, 66 49.3 7.1 SL, 67 49.4 8.1 RP, 68 49.5 8.5 BW, 69 49.4 8.8 BW, 70 48.8 9.2 BW
    71 48.9 9.2 BW, 72 48.4 9.0 BW, 73 48.7 9.8 BW, 74 49.2 9.5 BW, 75 48.9 8.7 BW, 76 49.0 8.3 BW
    77 48.4 7.9 BW, 78 48.0 8.6 BW, 79 47.9 7.8 BW, 80 48.1 11.6 BY, 81 48.1 11.7 BY, 82 47.9 11.3 BY
    83 47.8 12.3 BY, 84 48.4 12.4 BY, 85 48.5 11.6 BY, 86 48.4 10.8 BY, 87 47.8 10.3 BY, 88 47.9 9.6 BW
    89 48.5 10.0 BW, 90 49.4 11.1 BY, 91 49.4 10.8 BY, 92 49.4 11.9 BY, 93 49.0 12.3 BY, 94 48.8 13.1 BY
    95 50.1 11.8 BY, 96 50.1 10.9 BY, 97 49.9 10.0 BY, 98 50.6 10.7 TH, 99 51.0 10.9 TH`,
  AT: `
    10 48.2 16.4, 11 48.2 16.4, 12 48.2 16.3, 20 48.5 16.1, 21 48.6 16.5, 22 48.4 16.7, 23 48.1 16.3
    24 48.0 16.7, 25 48.0 16.2, 26 47.7 16.0, 27 47.8 16.1, 28 47.6 16.2, 30 48.2 15.8, 31 48.2 15.6
    32 48.0 15.3, 33 48.1 14.8, 34 48.3 16.1, 35 48.5 15.6, 36 48.3 15.3, 37 48.7 15.7, 38 48.8 15.2
    39 48.6 15.0, 40 48.3 14.3, 41 48.5 14.1, 42 48.4 14.5, 43 48.3 14.6, 44 48.1 14.4, 45 47.9 14.1
    46 48.1 13.9, 47 48.3 13.7, 48 47.9 13.7, 49 48.2 13.4, 50 47.8 13.0, 51 48.1 13.0, 52 48.1 13.2
    53 47.8 13.4, 54 47.6 13.2, 55 47.3 13.4, 56 47.3 13.1, 57 47.3 12.7, 60 47.3 11.4, 61 47.3 11.3
    62 47.3 11.8, 63 47.5 12.3, 64 47.2 10.9, 65 47.1 10.5, 66 47.4 10.7, 67 47.2 9.9, 68 47.3 9.7, 69 47.5 9.8
    70 47.8 16.5, 71 47.9 16.9, 72 47.7 16.4, 73 47.5 16.5, 74 47.3 16.2, 75 47.1 16.3, 80 47.1 15.4
    81 47.2 15.5, 82 47.2 15.9, 83 46.9 15.8, 84 46.8 15.6, 85 46.9 15.2, 86 47.5 15.4, 87 47.3 14.9
    88 47.1 14.2, 89 47.6 14.2, 90 46.6 14.3, 91 46.6 14.6, 92 46.6 14.1, 93 46.9 14.4, 94 46.8 14.8
    95 46.6 13.9, 96 46.6 13.4, 97 46.8 13.4, 98 46.9 13.5, 99 46.8 12.7`,
  CH: `
    10 46.6 6.6, 11 46.5 6.4, 12 46.2 6.1, 13 46.7 6.5, 14 46.8 6.7, 15 46.8 6.9, 16 46.6 7.0, 17 46.8 7.1
    18 46.4 6.9, 19 46.2 7.3, 20 47.0 6.9, 21 46.9 6.6, 22 47.0 6.9, 23 47.1 6.8, 24 47.1 6.7, 25 47.1 7.2
    26 47.2 7.0, 27 47.3 7.2, 28 47.4 7.3, 29 47.4 7.1, 30 46.9 7.4, 31 46.9 7.5, 32 47.0 7.3, 33 47.1 7.5
    34 47.1 7.7, 35 46.9 7.8, 36 46.7 7.6, 37 46.6 7.6, 38 46.7 7.9, 39 46.3 7.9, 40 47.6 7.6, 41 47.5 7.6
    42 47.4 7.5, 43 47.5 7.9, 44 47.5 7.8, 45 47.2 7.5, 46 47.3 7.9, 47 47.3 7.7, 48 47.3 7.9, 49 47.2 7.8
    50 47.4 8.0, 51 47.5 8.2, 52 47.5 8.2, 53 47.5 8.3, 54 47.5 8.3, 55 47.4 8.3, 56 47.4 8.2, 57 47.3 8.1
    60 47.1 8.3, 61 47.1 8.0, 62 47.2 8.1, 63 47.2 8.5, 64 46.9 8.6, 65 46.2 9.0, 66 46.2 8.8, 67 46.4 8.9
    68 45.9 9.0, 69 46.0 8.9, 70 46.8 9.5, 71 46.7 9.1, 72 46.9 9.7, 73 47.0 9.5, 74 46.6 9.5, 75 46.6 10.0
    76 46.3 9.6, 77 46.3 10.1, 80 47.4 8.5, 81 47.5 8.5, 82 47.7 8.6, 83 47.4 8.8, 84 47.5 8.7, 85 47.6 9.0
    86 47.3 8.7, 87 47.2 8.9, 88 47.2 8.7, 89 47.3 8.4, 90 47.4 9.4, 91 47.3 9.3, 92 47.4 9.2, 93 47.5 9.4
    94 47.4 9.6, 95 47.4 9.0, 96 47.3 9.1`,
}

type Area = Point & { readonly digits: string; readonly land: string | null }

const areasOf = (country: PostcodeCountry): readonly Area[] =>
  areas[country]
    .trim()
    .split(/[,\n]/)
    .map((text) => {
      const [digits = '', latitude, longitude, land = null] = text.trim().split(' ')
      return { digits, latitude: Number(latitude), longitude: Number(longitude), land }
    })
const LEADING = 2
const LENGTH: Record<PostcodeCountry, number> = { DE: 5, AT: 4, CH: 4 }

/**
 * Returns the middle of the area that a postcode lies in, by its first two digits alone; null if there is no such area, or
 * if it has neither two digits nor as many as the country's postcodes.
 */
export function postcodePoint(country: PostcodeCountry, postcode: string): Point | null {
  if (postcode.length !== LEADING && postcode.length !== LENGTH[country]) return null
  const found = areasOf(country).find(({ digits }) => postcode.startsWith(digits))
  return found ? { latitude: found.latitude, longitude: found.longitude } : null
}

/** A degree of longitude is this much of one of latitude at 50° north. */
const NARROWER = 0.64

/** Returns the Land of Germany, such as `BY`, in whose area a point of Germany most likely lies. */
export function landOf({ latitude, longitude }: Point): string | null {
  const distance = (area: Area) =>
    (area.latitude - latitude) ** 2 + ((area.longitude - longitude) * NARROWER) ** 2
  return areasOf('DE').reduce((a, b) => (distance(b) < distance(a) ? b : a)).land
}
