import * as z from 'zod/mini'
import { homeAssistantTransport, httpTransport, mqttTransport, multicastTransport } from './json.ts'
import { measureNames } from './measures.ts'
import { modbusTransport } from './modbus.ts'
import { bilingual, formula, name, wholeNumber } from './parts.ts'

export const PROFILE_VERSION = 1
const measure = z.enum(measureNames)

const option = z.strictObject({
  label: bilingual,
  default: z.optional(z.union([z.string().check(z.maxLength(200)), z.number()])),
  /** Not echoed when entered, and never shown. */
  secret: z._default(z.boolean(), false),
  /** May be left empty; fields that need it are then not read. */
  optional: z._default(z.boolean(), false),
})

/** A type of device as data; docs/gateway-profiles.md walks through writing one. */
export const profile = z
  .strictObject({
    $schema: z.optional(z.string()),
    version: z.literal(PROFILE_VERSION),
    id: z.string().check(z.regex(/^[a-z][a-z0-9-]{1,59}$/)),
    name: z.string().check(z.minLength(1), z.maxLength(100)),
    /** What to enable on the device, and anything else to know. */
    notes: bilingual,
    /** Sources of its addresses and signs; each sign needs two. */
    sources: z.array(z.string().check(z.maxLength(300))).check(z.minLength(1), z.maxLength(20)),
    /** Measures confirmed by fewer than two sources. */
    unverified: z._default(z.array(measure), []),
    /** Measures that the device does not have. */
    cannot: z._default(z.array(measure), []),
    /** Seconds between two polls. */
    poll_s: z._default(wholeNumber(1, 300), 10),
    options: z._default(z.record(name, option), {}),
    transport: z.discriminatedUnion('kind', [
      modbusTransport,
      httpTransport,
      mqttTransport,
      multicastTransport,
      homeAssistantTransport,
    ]),
    /** Formulas over the fields of the transport, in the units and with the signs of the device protocol. */
    values: z.partialRecord(measure, formula),
    /** Quality of a measure compared with other devices: 3 measured directly, 2 usual, 1 estimated. */
    quality: z._default(z.partialRecord(measure, wholeNumber(1, 3)), {}),
  })
  .check(
    z.refine((made) => made.cannot.every((one) => made.values[one] === undefined), {
      error: 'names a measure that `values` gives',
      path: ['cannot'],
    }),
  )
export type Profile = z.output<typeof profile>
export type Transport = Profile['transport']
