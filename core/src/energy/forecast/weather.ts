/**
 * Weather of a place, as known when the forecast is issued: hourly or quarter-hourly means from `start` on, past and
 * future in one series, as many of the last 365 days as there are.
 *
 * Values of past days are those of the last issue before that day began, in UTC, and not what was measured or corrected
 * later: the system's own statistics learn from them how far a forecast can be trusted. Today and later: latest issue.
 */
export type Weather = {
  /** When the provider issued the latest of it. */
  readonly issuedAt: Date
  readonly start: Date
  /** 3 600 000 or 900 000 ms. */
  readonly stepMs: number
  /** Global horizontal irradiance, W/m², mean over each step; null = not known. */
  readonly irradiance: readonly (number | null)[]
  /** Air temperature 2 m above ground, °C, mean over each step; null = not known; used for load. */
  readonly temperature: readonly (number | null)[]
}
