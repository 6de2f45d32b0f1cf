import { serialNumber } from '@kellersonne/contract/systems/systems'
import * as z from 'zod/mini'
import { measureNames, measures } from '../profiles/measures.ts'
import { name, port, wholeNumber } from '../profiles/parts.ts'

export const SETTINGS_VERSION = 1
const MAX_DEVICES = 20

const text = z.string().check(z.maxLength(500))
const host = z
  .string()
  .check(
    z.maxLength(253),
    z.regex(/^[A-Za-z0-9.:_-]*$/, { error: 'a name or an address, without http:// and port' }),
  )
const measure = z.enum(measureNames)

const device = z.strictObject({
  name,
  /** The id of a profile that comes with the gateway, or the path of one of your own, beside this file. */
  profile: z.string().check(z.minLength(1), z.maxLength(300)),
  host: z._default(host, ''),
  port: z.optional(port),
  unit: z.optional(wholeNumber(0, 255)),
  options: z._default(z.record(name, z.union([text, z.pipe(z.number(), z.transform(String))])), {}),
  /** SHA-256 of its certificate, if that is self-signed. */
  certificate: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, { error: '64 hexadecimal digits' }))),
  /** Measures whose sign is inverted. */
  invert: z._default(z.array(measure), []),
})
export type DeviceSettings = z.output<typeof device>

const ADD_UP = ['W', 'Wh']
/** Whether values of several devices are summed for measures of powers and energies alone. */
const addsUp = (sources: Partial<Record<z.output<typeof measure>, readonly string[]>>) =>
  measureNames.every((one) => ADD_UP.includes(measures[one]) || (sources[one]?.length ?? 0) <= 1)

const differ = (devices: readonly DeviceSettings[]) =>
  new Set(devices.map((one) => one.name)).size === devices.length

/** A gateway's settings. */
export const settings = z.strictObject({
  version: z.literal(SETTINGS_VERSION),
  portal: z.strictObject({
    /** The portal's address; its clock is compared with the gateway's. */
    url: z.optional(z.url({ protocol: /^https?$/, error: 'https://HOST' })),
    serial_number: serialNumber,
    secret: z.string().check(z.minLength(1), z.maxLength(200)),
    broker_url: z.url({ protocol: /^mqtts?$/, error: 'mqtts://HOST:PORT' }),
    /** PEM of the broker's certificate, if that is self-signed. */
    broker_certificate: z._default(z.nullable(z.string().check(z.maxLength(20_000))), null),
  }),
  devices: z
    .array(device)
    .check(z.maxLength(MAX_DEVICES), z.refine(differ, { error: 'two devices have the same name' })),
  /** Devices whose values are summed for a measure, instead of taking the best device. */
  sources: z._default(
    z
      .partialRecord(measure, z.array(name).check(z.minLength(1), z.maxLength(MAX_DEVICES)))
      .check(z.refine(addsUp, { error: 'only powers (W) and energies (Wh) of several devices add up' })),
    {},
  ),
  /** Wh; for a battery that does not report it. */
  capacity_wh: z.optional(z.number().check(z.minimum(100), z.maximum(10_000_000))),
  interval_s: z._default(wholeNumber(1, 300), 10),
  status_page: z._default(
    z.strictObject({
      port: z._default(wholeNumber(0, 65_535), 8070),
      /** The address to listen on; empty: all of this machine's. */
      host: z._default(host, ''),
      /** Additional host names under which the page is served. */
      names: z._default(z.array(host).check(z.maxLength(10)), []),
    }),
    { port: 8070, host: '', names: [] },
  ),
  /** Holds what is waiting to be sent; relative to this file unless absolute. */
  state_file: z._default(z.string().check(z.minLength(1), z.maxLength(500)), 'gateway.sqlite'),
  /** Maximum size of waiting readings on disk, in MB. */
  max_state_mb: z._default(wholeNumber(10, 10_000), 200),
})
export type Settings = z.output<typeof settings>
export type SettingsInput = z.input<typeof settings>
