import type { Connection } from 'rabbitmq-client'
import { StartupError } from '../../config.ts'
import { perHost } from '../../hosts.ts'
import { AcknowledgingConnection } from './acknowledging.ts'
import { reasonOf } from './consumer.ts'

/** A node that vanishes silently is noticed after two heartbeats; reconnecting then takes a second or two. */
const CONNECTION = {
  ...{ heartbeat: 3, connectionTimeout: 2000 },
  ...{ retryLow: 200, retryHigh: 1000, acquireTimeout: 5000 },
}
const PORTS = new Map([
  ['amqp:', '5672'],
  ['amqps:', '5671'],
])

const isRefused = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ACCESS_REFUSED'

/** Returns the hosts of a cluster with their ports, beginning with any: so several processes spread over its nodes. */
function hostsOf(nodes: readonly string[]): string[] {
  const hosts = nodes.map((node) => {
    const { hostname, port, protocol } = new URL(node)
    return `${hostname}:${port || PORTS.get(protocol)}`
  })
  const first = Math.floor(Math.random() * hosts.length)
  return [...hosts.slice(first), ...hosts.slice(0, first)]
}

/**
 * Connects to RabbitMQ, or to one of the nodes of `url`; if that is lost, to the next that answers. Rejects with
 * `StartupError` once each has been tried.
 */
export async function connectToRabbitmq(url: string, onFault: (error: unknown) => void): Promise<Connection> {
  const nodes = perHost(url)
  const [node = url] = nodes
  const hosts = hostsOf(nodes)
  const failures: string[] = []
  for (const [i, host] of hosts.entries()) {
    const connection = new AcknowledgingConnection({
      ...CONNECTION,
      ...{ url: node, hosts: [...hosts.slice(i), ...hosts.slice(0, i)], connectionName: 'kellersonne' },
    })
    const failure = await new Promise<unknown>((resolve) => {
      connection.on('error', resolve)
      connection.once('connection', () => resolve(null))
    })
    if (failure === null) return connection.on('error', onFault)
    connection.unsafeDestroy()
    if (isRefused(failure)) throw new StartupError('RabbitMQ refuses the user or the password of BROKER_URL.')
    failures.push(hosts.length > 1 ? `${host}: ${reasonOf(failure)}` : reasonOf(failure))
  }
  throw new StartupError(`The broker named by BROKER_URL cannot be reached: ${failures.join('; ')}.`)
}
