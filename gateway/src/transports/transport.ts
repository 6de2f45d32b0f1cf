export type Value = number | string | boolean
/**
 * The last value of one field. `value` is null if the device reported it as unknown. `raw` formats the value as sent, for
 * troubleshooting. `at`: when it was received, ms UTC.
 */
export type Field = { readonly value: Value | null; readonly raw: () => string; readonly at: number }
export type Fields = ReadonlyMap<string, Field>

/** A connection to a device. It never writes anything that would change what the device does. */
export type DeviceConnection = {
  /** Resolves to all known fields; those that the device lacks are missing. Rejects with `DeviceFault`. */
  readonly read: (signal: AbortSignal) => Promise<Fields>
  readonly close: () => Promise<void>
}

/** Longer than a device takes to restart. */
const RESTART_MS = 180_000

/**
 * How long a device that no settings name is remembered after its last word, ms; `ttlS`: how long its values count, s. A
 * device that was replaced, or anybody who only once said to be it, must not keep another from being read for ever.
 */
export const rememberedMs = (ttlS: number): number => 1000 * ttlS + RESTART_MS

/** A device's address and its settings. */
export type Place = {
  readonly host: string
  /** null = the profile's. */
  readonly port: number | null
  readonly unit: number | null
  readonly options: Readonly<Record<string, string>>
  /** SHA-256 of the certificate noted at setup, hexadecimal; null = none. */
  readonly certificate: string | null
  /** ms UTC. */
  readonly clock: () => number
}
