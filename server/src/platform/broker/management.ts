import type { SerialNumber } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'
import { type Config, StartupError } from '../config.ts'

export type ManagementConfig = Pick<Config, 'BROKER_MANAGEMENT_URL'> & { readonly BROKER_URL: string }

const ANSWER_MS = 5000
const MANAGEMENT_PORT = 15_672
const LIST_MS = 60_000
const PLUGINS = [
  'rabbitmq_mqtt',
  'rabbitmq_auth_backend_http',
  'rabbitmq_auth_backend_cache',
  'rabbitmq_event_exchange',
]
/** Unknown for a node that is down or has just been started. */
const nodes = z.array(z.object({ enabled_plugins: z.optional(z.array(z.string())) }))

/** A client's connection: RabbitMQ's name for it, and the user name, for units the serial number. */
const listed = z.object({ name: z.string(), user: z.string() })
export type ListedConnection = z.infer<typeof listed>

/** Returns the address of RabbitMQ's management API: as configured, or on the AMQP host with the same user. */
function place({ BROKER_URL, BROKER_MANAGEMENT_URL }: ManagementConfig) {
  const amqp = new URL(BROKER_URL)
  const url = new URL(BROKER_MANAGEMENT_URL ?? `http://${amqp.hostname}:${MANAGEMENT_PORT}`)
  const { username, password } = url.username === '' ? amqp : url
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { origin: url.origin, authorization: `Basic ${Buffer.from(user).toString('base64')}` }
}

/** The parts of RabbitMQ's management API we need. */
export function management(config: ManagementConfig) {
  const { origin, authorization } = place(config)
  const call = (method: string, path: string, ms = ANSWER_MS) =>
    fetch(origin + path, { method, headers: { authorization }, signal: AbortSignal.timeout(ms) })

  return {
    /** Throws `StartupError` saying what is missing. */
    async check(): Promise<void> {
      const response = await call('GET', '/api/nodes').catch((error: unknown) => {
        const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
        throw new StartupError(
          `RabbitMQ's management does not answer at ${origin} (BROKER_MANAGEMENT_URL; plug-in rabbitmq_management): ${cause instanceof Error ? cause.message : cause}.`,
        )
      })
      if (response.status === 401 || response.status === 403)
        throw new StartupError(
          `RabbitMQ's management at ${origin} refuses the user: it needs the tag administrator.`,
        )
      const { data } = nodes.safeParse(await response.json().catch(() => null))
      if (!data) throw new StartupError(`What answers at ${origin} (BROKER_MANAGEMENT_URL) is not RabbitMQ.`)
      const lacking = PLUGINS.filter((plugin) =>
        data.some(({ enabled_plugins: enabled }) => enabled && !enabled.includes(plugin)),
      )
      if (lacking.length > 0)
        throw new StartupError(
          `RabbitMQ lacks a plug-in: run rabbitmq-plugins enable ${lacking.join(' ')} on each of its machines.`,
        )
    },
    /** Resolves to all connections, except those of the last five seconds. Rejects if RabbitMQ cannot be reached or fails. */
    async connections(): Promise<readonly ListedConnection[]> {
      const response = await call('GET', '/api/connections?columns=name,user', LIST_MS)
      if (!response.ok) throw new Error(`RabbitMQ lists no connections: ${response.status}`)
      // A connection that is being opened has no user yet.
      return z
        .array(z.unknown())
        .parse(await response.json())
        .flatMap((one) => listed.safeParse(one).data ?? [])
    },
    /** Closes all connections of a unit. Rejects if RabbitMQ cannot be reached or fails. */
    async disconnect(sn: SerialNumber): Promise<void> {
      const { status } = await call('DELETE', `/api/connections/username/${sn}`)
      if (status >= 300 && status !== 404) throw new Error(`RabbitMQ ended no connection: ${status}`)
    },
  }
}
