import * as z from 'zod/mini'
import { factor, fieldsOf, formula, name, port, template, timeout, wholeNumber } from './parts.ts'

/** Profiles of devices that report JSON: over HTTP, by MQTT, or as Home Assistant's entities. */
const request = z.strictObject({
  method: z._default(z.enum(['GET', 'POST']), 'GET'),
  path: template,
  body: z.optional(z.json()),
  /** Not all of these devices have it: 404 is then not a fault. */
  optional: z._default(z.boolean(), false),
})
const decode = z._default(z.enum(['none', 'senec']), 'none')
const httpField = z.strictObject({
  request: name,
  path: formula,
  /** Path of the value's unit in the answer. */
  unit: z.optional(formula),
  decode,
  scale: factor,
})
export type HttpField = z.output<typeof httpField>

export const httpTransport = z.strictObject({
  kind: z.literal('http'),
  scheme: z._default(z.enum(['http', 'https']), 'http'),
  port: z.optional(port),
  timeout_ms: timeout,
  headers: z._default(z.record(z.string().check(z.regex(/^[A-Za-z-]{1,40}$/)), template), {}),
  basic: z.optional(z.strictObject({ user: template, password: template })),
  /** A call whose cookies or token authorise the others. */
  login: z.optional(z.strictObject({ path: template, body: z.json(), bearer: z.optional(formula) })),
  requests: z.record(name, request).check(z.refine((all) => Object.keys(all).length <= 10)),
  fields: fieldsOf(httpField),
})
export type HttpTransport = z.output<typeof httpTransport>

const mqttField = z.strictObject({
  topic: template,
  /** Path in a JSON payload; without it the whole payload is the value. */
  path: z.optional(formula),
  unit: z.optional(formula),
  scale: factor,
})
export type MqttField = z.output<typeof mqttField>

export const mqttTransport = z.strictObject({
  kind: z.literal('mqtt'),
  scheme: z._default(z.enum(['mqtt', 'mqtts']), 'mqtt'),
  port: z.optional(port),
  user: z.optional(template),
  password: z.optional(template),
  fields: fieldsOf(mqttField),
  /** A value that has not been repeated within this time is left out. */
  ttl_s: z._default(wholeNumber(5, 3600), 120),
  /** Topic of the device's heartbeat: each one renews all of its values. */
  heartbeat: z.optional(template),
  /** The device counts as gone while this topic has any other payload. */
  alive: z.optional(z.strictObject({ topic: template, equals: z.string() })),
  /** Published periodically, because the device otherwise stops publishing. */
  keepalive: z.optional(
    z.strictObject({ topic: template, payload: z._default(z.string(), ''), every_s: wholeNumber(5, 3600) }),
  ),
  /**
   * A subscription whose topics contain the value of an option that was left empty; `level` counts from 0. The first one counts
   * until its device is silent and another is announced.
   */
  discover: z.optional(z.strictObject({ topic: template, level: wholeNumber(0, 10), option: name })),
})
export type MqttTransport = z.output<typeof mqttTransport>

export const homeAssistantTransport = z.strictObject({
  kind: z.literal('home_assistant'),
  scheme: z._default(z.enum(['ws', 'wss']), 'ws'),
  port: z._default(port, 8123),
  token: template,
  fields: fieldsOf(z.strictObject({ entity: template, scale: factor })),
})
export type HomeAssistantTransport = z.output<typeof homeAssistantTransport>

/** The datagrams of SMA's energy meters. */
export const multicastTransport = z.strictObject({
  kind: z.literal('multicast'),
  group: z._default(template, '239.12.255.254'),
  port: z._default(port, 9522),
  /** Serial number of the meter to read; empty: the only one that was received in the last minutes. */
  serial: z.optional(template),
  ttl_s: z._default(wholeNumber(1, 60), 10),
  fields: fieldsOf(
    z.strictObject({ index: wholeNumber(1, 100), kind: z.enum(['value', 'counter']), scale: factor }),
  ),
})
export type MulticastTransport = z.output<typeof multicastTransport>
