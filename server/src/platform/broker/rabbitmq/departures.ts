import { setTimeout as sleep } from 'node:timers/promises'
import { type SerialNumber, serialNumber } from '@kellersonne/core/systems/systems'
import type { Connection, ConsumerProps } from 'rabbitmq-client'
import * as z from 'zod/mini'
import { StartupError } from '../../config.ts'
import { unitConnections } from '../unit-connections.ts'
import { reasonOf } from './consumer.ts'
import type { ListedConnection } from './management.ts'

type Deps = {
  /** Resolves to all connections, except those of the last five seconds. */
  readonly list: () => Promise<readonly ListedConnection[]>
  /** Called with each unit whose connection has ended, however it ended. */
  readonly onGone: (sn: SerialNumber) => Promise<void>
  readonly onFault: (error: unknown) => void
  readonly now: () => Date
  readonly closing: AbortSignal
  /** The ms after which the list has all that was opened before events were received. */
  readonly listAfter?: number
}

/** What the plug-in rabbitmq_event_exchange publishes to. */
const EVENTS = 'amq.rabbitmq.event'
const OPENED = 'connection.created'
const CLOSED = 'connection.closed'
/** Of this process alone: each knows all connections, so any may stop. */
const QUEUE: ConsumerProps = {
  queueOptions: { exclusive: true, arguments: { 'x-max-length': 200_000 } },
  queueBindings: [OPENED, CLOSED].map((routingKey) => ({ exchange: EVENTS, routingKey })),
  noAck: true,
}
const LIST_AFTER_MS = 10_000
const event = z.object({ name: z.string(), user: z.optional(z.string()) })

/**
 * Notices units that leave RabbitMQ without a word: it publishes a last will only for a broken line, not after
 * DISCONNECT, nor when the server has a connection closed. Throws `StartupError` if events cannot be received.
 */
export async function openRabbitmqDepartures(connection: Connection, deps: Deps) {
  const { list, onGone, onFault, now, closing, listAfter = LIST_AFTER_MS } = deps
  const connections = unitConnections(now)

  const consumer = connection.createConsumer(QUEUE, async ({ routingKey, headers }) => {
    const { data } = event.safeParse(headers)
    if (!data) return
    const sn = serialNumber(data.user ?? '')
    if (routingKey === OPENED && sn) connections.opened(data.name, sn)
    const gone = routingKey === CLOSED ? connections.closed(data.name) : null
    if (gone) await onGone(gone).catch(onFault)
  })
  async function addListed() {
    await sleep(listAfter, undefined, { signal: closing, ref: false })
    for (const { name, user } of await list()) {
      const sn = serialNumber(user)
      if (sn) connections.listed(name, sn)
    }
  }
  consumer.on('ready', () => {
    connections.clear()
    addListed().catch((error: unknown) => closing.aborted || onFault(error))
  })
  await new Promise<void>((resolve, reject) => {
    consumer.once('ready', resolve)
    consumer.on('error', reject)
    consumer.on('error', onFault)
  }).catch((error: unknown) => {
    throw new StartupError(
      `RabbitMQ does not tell which units leave (plug-in rabbitmq_event_exchange, event_exchange.vhost): ${reasonOf(error)}.`,
    )
  })
  return {
    /** Returns since when a unit has had no connection; null if it has one, or nothing is known of it. */
    goneSince: connections.goneSince,
    close: () => consumer.close(),
  }
}
