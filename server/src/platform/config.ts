import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { readDatabaseUrl } from './db/place/servers.ts'
import { perHost } from './hosts.ts'

const port = (fallback: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535)), fallback)
const origin = z.optional(z.url().check(z.regex(/^https?:\/\/[^/]+$/)))
const origins = z.pipe(
  z._default(z.string(), ''),
  z.pipe(
    z.transform((text: string) =>
      text
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== ''),
    ),
    z.array(z.string().check(z.regex(/^https?:\/\/[^/]+$/))),
  ),
)
/** Accepts values on which `read` does not throw; otherwise its error is the message. */
const readable = (read: (text: string) => unknown) =>
  z.check<string>(({ value, issues }) => {
    try {
      read(value)
    } catch (error) {
      issues.push({ code: 'custom', input: value, message: error instanceof Error ? error.message : '' })
    }
  })
/** As in libpq, including URLs with several hosts, or with a socket folder in place of a host. */
const databaseUrl = z.optional(
  z.string().check(z.regex(/^postgres(ql)?:\/\//, { abort: true }), readable(readDatabaseUrl)),
)
/** As `address`, with several hosts. */
const addresses = (scheme: RegExp) =>
  z.optional(z.string().check(z.regex(scheme, { abort: true }), readable(perHost)))
const address = z.optional(z.url().check(z.regex(/^https?:\/\//)))
/** The proxies whose forwarded addresses are trusted: addresses, networks, or names for these. */
const proxies = z.pipe(
  z._default(z.string(), 'false'),
  z.pipe(
    z.transform((text: string) => {
      if (/^(false|0|no|off|)$/i.test(text)) return []
      return /^(true|1|yes|on)$/i.test(text) ? ['loopback'] : text.split(',').map((one) => one.trim())
    }),
    z.array(
      z.union([z.enum(['loopback', 'linklocal', 'uniquelocal']), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]),
    ),
  ),
)

/** The serial numbers of owners' own systems; `off` is null, absent undefined. */
const serialNumbers = z.optional(
  z.pipe(
    z.string().check(z.regex(/^(?:off|[1-9]\d{0,14}-[1-9]\d{0,14})$/)),
    z.pipe(
      z.transform((text: string) => {
        if (text === 'off') return null
        const [first = 0, last = 0] = text.split('-').map(Number)
        return { first, last }
      }),
      z.nullable(
        z
          .object({ first: z.int(), last: z.int() })
          .check(z.refine(({ first, last }) => last - first + 1 >= FEWEST_NUMBERS)),
      ),
    ),
  ),
)

const roleNames = ['api', 'updates', 'ingest', 'jobs'] as const
const roles = z.pipe(
  z.pipe(
    z._default(z.string(), roleNames.join(',')),
    z.transform((text: string) => text.split(',').map((name) => name.trim())),
  ),
  z.array(z.enum(roleNames)).check(z.minLength(1)),
)

/** Enough that a random one is found quickly. */
const FEWEST_NUMBERS = 1000
const DEMO_OWN = { first: 5_000_000, last: 5_999_999 }

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** For their descriptions see config-docs.ts. */
export const schema = z.object({
  PORT: port(8080),
  UPDATES_PORT: port(8081),
  MQTT_PORT: port(1883),
  MQTTS_PORT: port(8883),
  METRICS_PORT: port(9464),
  HOST: z.optional(z.string()),
  MQTT_HOST: z._default(z.string(), '127.0.0.1'),
  METRICS_HOST: z._default(z.string(), '127.0.0.1'),
  DATA_DIR: z._default(z.string(), `${root}data`),
  DATABASE_URL: databaseUrl,
  BROKER_URL: addresses(/^amqps?:\/\/[^/]/),
  BROKER_MANAGEMENT_URL: addresses(/^https?:\/\//),
  BROKER_AUTH_HOST: z._default(z.string(), '127.0.0.1'),
  BROKER_AUTH_PORT: port(8082),
  BROKER_AUTH_KEY: z.optional(z.string().check(z.regex(/^[\w-]{20,}$/))),
  ROLES: roles,
  PUBLIC_URL: origin,
  UPDATES_URL: origin,
  COOKIE_DOMAIN: z.optional(z.string().check(z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/))),
  ALLOWED_ORIGINS: origins,
  SMTP_URL: z.optional(z.string().check(z.regex(/^smtps?:\/\//))),
  MAIL_FROM: z._default(z.string(), 'Kellersonne <no-reply@kellersonne.example>'),
  PUSH_ORIGINS: origins,
  OPERATOR_EMAIL: z.optional(z.email()),
  APPROVALS: z.pipe(z._default(z.enum(['1', '2']), '1'), z.transform(Number)),
  OIDC_ISSUER: address,
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  OIDC_NAME: z._default(z.string(), 'CleverPV'),
  HOME_URL: address,
  CONTACT_URL: address,
  IMPRINT_URL: address,
  PRIVACY_URL: address,
  TERMS_URL: address,
  SECURITY_CONTACT: z.optional(z.string().check(z.regex(/^(?:https:\/\/\S+|mailto:[^@\s]+@[^@\s]+)$/))),
  SECRET: z.optional(z.string().check(z.minLength(43))),
  MQTTS_CERT: z.optional(z.string()),
  MQTTS_KEY: z.optional(z.string()),
  DEMO: z.optional(z.stringbool()),
  DEMO_GATEWAY: z._default(z.stringbool(), true),
  TRUST_PROXY: proxies,
  CALLS_PER_SECOND: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000)), 50),
  ACCOUNTS_A_DAY: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1000),
  OWN_SYSTEMS: serialNumbers,
  OWN_SYSTEMS_A_DAY: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000)), 50),
  MQTT_URL: z.optional(z.url().check(z.regex(/^mqtts?:\/\/[^/@]+$/))),
  WEATHER: z._default(z.enum(['off', 'open_meteo', 'dwd', 'forecast_solar', 'own']), 'off'),
  WEATHER_URL: z.optional(z.url().check(z.regex(/^(?:https?:\/\/|file:\/\/\/)/))),
  WEATHER_KEY: z.optional(z.string().check(z.regex(/^[\w-]{1,200}$/))),
  WEATHER_STATIONS_URL: z._default(
    z.url().check(z.regex(/^https?:\/\//)),
    'https://www.dwd.de/DE/leistungen/met_verfahren_mosmix/mosmix_stationskatalog.cfg?view=nasPublication',
  ),
  WEATHER_NAME: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  WEATHER_PAGE: address,
  WEATHER_LICENCE: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  WEATHER_LICENCE_URL: address,
  WEATHER_REQUESTS_A_DAY: z.optional(z.coerce.number().check(z.int(), z.minimum(24), z.maximum(10_000_000))),
  STOP_DELAY_S: z._default(z.coerce.number().check(z.minimum(0), z.maximum(300)), 0),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']), 'info'),
})

type Derived = 'DEMO' | 'HOST' | 'PUBLIC_URL' | 'UPDATES_URL' | 'OWN_SYSTEMS' | 'MQTT_URL'
export type Config = Omit<z.output<typeof schema>, Derived> & {
  readonly DEMO: boolean
  readonly HOST: string
  readonly PUBLIC_URL: string
  readonly UPDATES_URL: string
  readonly MQTT_URL: string
  /** Both ends included; null if owners connect no devices of their own. */
  readonly OWN_SYSTEMS: { readonly first: number; readonly last: number } | null
  readonly root: string
}

/** An error the operator can fix: shown as one sentence without a stack trace, exit code 1. */
export class StartupError extends Error {}

const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/

/** Throws `StartupError` if the portal and the update service could not share a cookie safely. */
function checkOrigins({
  PUBLIC_URL,
  UPDATES_URL,
  COOKIE_DOMAIN: domain,
}: Pick<Config, 'PUBLIC_URL' | 'UPDATES_URL' | 'COOKIE_DOMAIN'>) {
  const both = [new URL(PUBLIC_URL), new URL(UPDATES_URL)]
  const [portal, updates] = both.map(({ hostname }) => hostname)
  if (new Set(both.map(({ protocol }) => protocol)).size > 1)
    throw new StartupError('PUBLIC_URL and UPDATES_URL must both be https, or both http.')
  if (both.some(({ protocol, hostname }) => protocol === 'http:' && !LOOPBACK.test(hostname)))
    throw new StartupError(
      'PUBLIC_URL and UPDATES_URL must be https, unless their host is this machine alone.',
    )
  if (domain !== undefined && both.some(({ protocol }) => protocol === 'http:'))
    throw new StartupError('COOKIE_DOMAIN is for https only.')
  if (domain === undefined && portal !== updates)
    throw new StartupError(
      'PUBLIC_URL and UPDATES_URL are on different hosts: set COOKIE_DOMAIN to their domain.',
    )
  if (
    domain !== undefined &&
    both.some(({ hostname: host }) => host !== domain && !host.endsWith(`.${domain}`))
  )
    throw new StartupError('PUBLIC_URL and UPDATES_URL must both lie in COOKIE_DOMAIN.')
}

/** Returns the portal's origin with another port. */
function beside(publicUrl: string, port: number): string {
  const { protocol, hostname } = new URL(publicUrl)
  return new URL(`${protocol}//${hostname}:${port}`).origin
}

/** Called once, by main.ts and cli.ts only. Throws `StartupError` naming every invalid variable. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  // zod/mini has no error messages unless a locale is loaded.
  z.config(z.locales.en())
  const read = schema.safeParse(env)
  if (!read.success) {
    const faults = read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new StartupError(`The configuration cannot be used. ${faults.join('; ')}`)
  }
  const { DATABASE_URL, PORT, UPDATES_PORT } = read.data
  const DEMO = read.data.DEMO ?? DATABASE_URL === undefined
  // The demo's password is public.
  const HOST = read.data.HOST ?? (DEMO ? '127.0.0.1' : '0.0.0.0')
  const PUBLIC_URL = read.data.PUBLIC_URL ?? `http://localhost:${PORT}`
  const UPDATES_URL = read.data.UPDATES_URL ?? beside(PUBLIC_URL, UPDATES_PORT)
  checkOrigins({ ...read.data, PUBLIC_URL, UPDATES_URL })
  const MQTT_URL = read.data.MQTT_URL ?? `mqtts://${new URL(PUBLIC_URL).hostname}:${read.data.MQTTS_PORT}`
  const usual = DEMO ? DEMO_OWN : null
  const OWN_SYSTEMS = read.data.OWN_SYSTEMS === undefined ? usual : read.data.OWN_SYSTEMS
  return { ...read.data, DEMO, HOST, PUBLIC_URL, UPDATES_URL, MQTT_URL, OWN_SYSTEMS, root }
}
