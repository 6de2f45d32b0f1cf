import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { measureNames } from '../src/profiles/measures.ts'

const folder = fileURLToPath(new URL('./fixtures/', import.meta.url))
const measure = z.enum(measureNames)

const expectation = {
  name: z.string(),
  options: z._default(z.record(z.string(), z.string()), {}),
  invert: z._default(z.array(measure), []),
  expected: z.partialRecord(measure, z.number()),
  /** Measures that must be left out; `*`: all. */
  absent: z._default(z.array(z.string()), []),
  /** Measures that the device must not seem to know. */
  unable: z._default(z.array(measure), []),
}
/** Words of four hexadecimal digits; `66 x ffff`: one that is repeated. */
const words = z.pipe(
  z.array(z.string().check(z.regex(/^(\d+ x )?[0-9a-f]{4}$/))),
  z.transform((written) =>
    written.flatMap((one) =>
      Array<string>(one.length > 4 ? Number.parseInt(one, 10) : 1).fill(one.slice(-4)),
    ),
  ),
)
const registers = z.object({
  unit: z.number(),
  function: z.enum(['holding', 'input']),
  address: z.number(),
  words,
})
const modbus = z.object({
  profile: z.string(),
  framing: z.enum(['tcp', 'rtu']),
  states: z.array(z.object({ ...expectation, registers: z.array(registers) })),
})
const http = z.object({
  profile: z.string(),
  states: z.array(
    z.object({
      ...expectation,
      tls: z._default(z.boolean(), false),
      /** What it wants to see of each request. */
      headers: z._default(z.record(z.string(), z.string()), {}),
      login: z.optional(z.object({ path: z.string(), cookies: z.array(z.string()) })),
      /** By method and path with its query, as `GET /status`. */
      answers: z.record(z.string().check(z.regex(/^(GET|POST) \//)), z.json()),
    }),
  ),
})
const mqtt = z.object({
  profile: z.string(),
  states: z.array(
    z.object({
      ...expectation,
      retain: z._default(z.boolean(), false),
      /** Topics that the gateway must publish to before the device reports. */
      heard: z._default(z.array(z.string()), []),
      /** Published until then. */
      discover: z._default(z.record(z.string(), z.string()), {}),
      messages: z.record(z.string(), z.string()),
    }),
  ),
})

const read = (path: string): unknown => JSON.parse(readFileSync(`${folder}${path}`, 'utf8'))
const filesIn = (kind: string) =>
  globSync(`${kind}/*.json`, { cwd: folder }).toSorted((a, b) => a.localeCompare(b))

/** The states of every kind of device, as recorded or constructed. */
export const modbusStates = filesIn('modbus').flatMap((path) => {
  const { profile, framing, states } = modbus.parse(read(path))
  return states.map((state) => ({ profile, framing, ...state }))
})
export const httpStates = filesIn('http').flatMap((path) => {
  const { profile, states } = http.parse(read(path))
  return states.map((state) => ({ profile, ...state }))
})
export const mqttStates = filesIn('mqtt').flatMap((path) => {
  const { profile, states } = mqtt.parse(read(path))
  return states.map((state) => ({ profile, ...state }))
})
export type HttpState = (typeof httpStates)[number]
