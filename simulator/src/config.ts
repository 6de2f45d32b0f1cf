import { fileURLToPath } from 'node:url'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import * as z from 'zod/mini'
import { messageCode } from './unit/condition.ts'

const wholeNumber = (fallback: number, min: number, max: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(min), z.maximum(max)), fallback)
const degrees = (fallback: number, limit: number) =>
  z._default(z.coerce.number().check(z.minimum(-limit), z.maximum(limit)), fallback)
const isTimeZone = (name: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
/** `SN:CODE`; empty is no message. */
const unitMessage = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => {
      const [sn, ...code] = text.split(':')
      return text === '' ? null : { sn, code: code.join(':') }
    }),
  ),
  z.nullable(z.object({ sn: serialNumber, code: messageCode })),
)
const data = fileURLToPath(new URL('../../data/', import.meta.url))

/** config-docs.ts describes each variable. */
export const schema = z.object({
  SIMULATOR_PORT: wholeNumber(8090, 0, 65_535),
  MAILBOX_PORT: wholeNumber(1025, 0, 65_535),
  SIMULATOR_HOST: z._default(z.string(), '127.0.0.1'),
  BROKER_URL: z._default(z.url({ protocol: /^mqtts?$/ }), 'mqtt://127.0.0.1:1883'),
  UPDATES_URL: z._default(z.url({ protocol: /^https?$/ }), 'http://127.0.0.1:8081'),
  DOWNLOAD_BYTES_PER_S: wholeNumber(60_000, 1000, 1e9),
  POLL_MS: wholeNumber(10_000, 100, 600_000),
  INSTALL_MS: wholeNumber(5000, 0, 600_000),
  UNITS_FILE: z._default(z.string(), `${data}demo-units.json`),
  STATE_DIR: z._default(z.string(), `${data}simulator`),
  SEED: wholeNumber(1, 0, 2 ** 31 - 1),
  LATITUDE: degrees(47.66, 90),
  LONGITUDE: degrees(9.17, 180),
  TIME_ZONE: z._default(z.string().check(z.refine(isTimeZone, 'not a time zone')), 'Europe/Berlin'),
  INTERVAL_MS: wholeNumber(10_000, 100, 3_600_000),
  HISTORY_DAYS: wholeNumber(395, 0, 399),
  FIRST_MESSAGE: z.prefault(unitMessage, '1003:i1'),
  REPLAY_FILE: z.optional(z.string()),
})
export type Config = z.output<typeof schema>

/** An error message for whoever starts the simulator and can fix it: shown without a stack, exit code 1. */
export class StartupError extends Error {}

/** Called once, by main.ts only. Throws a `StartupError` that names every invalid variable. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const read = schema.safeParse(env)
  if (read.success) return read.data
  const faults = read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new StartupError(`The simulator's configuration cannot be used. ${faults.join('; ')}`)
}
