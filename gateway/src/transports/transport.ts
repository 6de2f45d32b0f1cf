export type Value = number | string | boolean
/**
 * What a device last said about one field. `value` is null if it said that it does not know it. `raw`: its words, for
 * whoever has to find out what is wrong. `at`: when it came, ms UTC.
 */
export type Field = { readonly value: Value | null; readonly raw: () => string; readonly at: number }
export type Fields = ReadonlyMap<string, Field>

/** A connection to a device of any kind. It never writes anything that would change what the device does. */
export type DeviceConnection = {
  /** Resolves to all fields that are known; those that the device does not have are missing. Rejects with `DeviceFault`. */
  readonly read: (signal: AbortSignal) => Promise<Fields>
  readonly close: () => Promise<void>
}

/** Where a device is, and what its owner said about it. */
export type Place = {
  readonly host: string
  /** Instead of the profile's; null = the profile's. */
  readonly port: number | null
  readonly unit: number | null
  readonly options: Readonly<Record<string, string>>
  /** SHA-256 of the certificate that it had when it was set up, hexadecimal; null = none. */
  readonly certificate: string | null
  /** ms UTC. */
  readonly clock: () => number
}
