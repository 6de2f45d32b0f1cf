import type { Place } from '@kellersonne/core/systems/place'
import type { IssuedWeather } from '../issued.ts'

/** What a format needs to ask for the weather of a place. */
export type WeatherQuestion = {
  /** The operator's address in place of the provider's own; ends with `/`. */
  readonly base: string | undefined
  readonly key: string | undefined
  readonly place: Place
  readonly now: Date
  /** Resolves to the content of an address, of a number of bytes at most; rejects with `WeatherFault`. */
  readonly get: (url: URL, most: number) => Promise<Uint8Array>
}

/** A provider's format. `fetch` rejects with `WeatherFault`, and judges no values: `judgeWeather` does. */
export type Format = { readonly fetch: (question: WeatherQuestion) => Promise<IssuedWeather> }
