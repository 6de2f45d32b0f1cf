import type { SerialNumber } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'
import { type Config, StartupError } from '../../config.ts'
import { perHost } from '../../hosts.ts'

export type ManagementConfig = Pick<Config, 'BROKER_MANAGEMENT_URL'> & { readonly BROKER_URL: string }

type CallOptions = { readonly ms?: number; readonly body?: unknown }

const ANSWER_MS = 5000
const MANAGEMENT_PORT = 15_672
const LIST_MS = 60_000
export const PLUGINS = [
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

/** Returns the addresses of the management API of each node: as configured, or on the AMQP hosts with the same user. */
function places({ BROKER_URL, BROKER_MANAGEMENT_URL }: ManagementConfig) {
  const nodes = perHost(BROKER_URL).map((node) => new URL(node))
  const urls = BROKER_MANAGEMENT_URL
    ? perHost(BROKER_MANAGEMENT_URL).map((url) => new URL(url))
    : nodes.map(({ hostname }) => new URL(`http://${hostname}:${MANAGEMENT_PORT}`))
  const given = [urls[0], nodes[0]].find((one) => one && one.username !== '')
  const user = `${decodeURIComponent(given?.username ?? '')}:${decodeURIComponent(given?.password ?? '')}`
  return {
    origins: urls.map(({ origin }) => origin),
    authorization: `Basic ${Buffer.from(user).toString('base64')}`,
  }
}

const causeOf = (error: unknown) =>
  error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)

/** The parts of RabbitMQ's management API we need. */
export function management(config: ManagementConfig) {
  const { origins, authorization } = places(config)
  /** The node that answered last is asked first. */
  let first = 0
  const ask = (origin: string, method: string, path: string, ms: number, body?: unknown) =>
    fetch(origin + path, {
      method,
      headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(ms),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  /** Rejects, saying why, if no node answers. */
  async function call(method: string, path: string, { ms = ANSWER_MS, body }: CallOptions = {}) {
    const failures: string[] = []
    for (let i = 0; i < origins.length; i += 1) {
      const which = (first + i) % origins.length
      const origin = origins[which] ?? ''
      try {
        const response = await ask(origin, method, path, ms, body)
        first = which
        return response
      } catch (error) {
        failures.push(`${origin}: ${causeOf(error)}`)
      }
    }
    throw new Error(failures.join('; '))
  }

  /** Resolves to the plug-ins of each node. Throws `StartupError` that names the fault. */
  async function reach() {
    const response = await call('GET', '/api/nodes').catch((error: unknown) => {
      throw new StartupError(
        `RabbitMQ's management does not answer (BROKER_MANAGEMENT_URL; plug-in rabbitmq_management): ${error instanceof Error ? error.message : error}.`,
      )
    })
    const origin = origins[first] ?? ''
    if (response.status === 401 || response.status === 403)
      throw new StartupError(
        `RabbitMQ's management at ${origin} refuses the user: it needs the tag administrator.`,
      )
    const { data } = nodes.safeParse(await response.json().catch(() => null))
    if (!data) throw new StartupError(`What answers at ${origin} (BROKER_MANAGEMENT_URL) is not RabbitMQ.`)
    return data
  }

  return {
    reach,
    /** Resolves to what is there; null if there is nothing. Rejects if RabbitMQ cannot be reached or fails. */
    async find<S extends z.ZodMiniType>(shape: S, path: string): Promise<z.output<S> | null> {
      const response = await call('GET', path)
      if (response.status === 404) return null
      if (!response.ok) throw new Error(`RabbitMQ answers ${path} with ${response.status}`)
      return shape.parse(await response.json())
    },
    /** Creates or changes something. Rejects if RabbitMQ cannot be reached, or refuses it. */
    async send(method: 'PUT' | 'POST', path: string, body: unknown): Promise<void> {
      const { ok, status } = await call(method, path, { body })
      if (!ok) throw new Error(`RabbitMQ answers ${path} with ${status}`)
    },
    /** Throws `StartupError` saying what is missing. */
    async check(): Promise<void> {
      const data = await reach()
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
      const response = await call('GET', '/api/connections?columns=name,user', { ms: LIST_MS })
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
