import { setImmediate as turn } from 'node:timers/promises'
import type { CommandPayload, RefusedPayload } from '@kellersonne/contract/telemetry/device'
import type { ForecastMessage } from '@kellersonne/contract/telemetry/forecast-message'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { Connection } from 'rabbitmq-client'
import { EXCHANGE, routingKey, unitOf } from './queues.ts'

/** Delay before retrying a unit that was not subscribed. */
const LISTENING_MS = 1000

/** Of a session that waits for its unit, or of a unit that acknowledges nothing, RabbitMQ would otherwise keep all. */
const KEPT_MS = 15 * 60_000

/** RabbitMQ 3.12 and newer pass on a message with QoS 1 only if it is durable; older ones go by the subscription. */
const AT_LEAST_ONCE = { durable: true } as const

/**
 * Publishes commands, refusals and forecasts to units. If a unit is not subscribed, its pending commands are requested again later.
 */
export function openRabbitmqPublisher(connection: Connection, now: () => Date) {
  const listeners: ((sn: SerialNumber) => void)[] = []
  const later = new Set<SerialNumber>()
  /** Units whose forecast RabbitMQ has returned, until that is reported. */
  const unwanted = new Set<SerialNumber>()
  const publisher = connection.createPublisher({ confirm: true })

  function listens(sn: SerialNumber) {
    for (const listener of listeners) listener(sn)
  }
  publisher.on('basic.return', (message) => {
    const sn = unitOf(message.routingKey)
    if (sn !== null && message.routingKey === routingKey('forecast', sn)) {
      unwanted.add(sn)
      return
    }
    if (sn === null || later.has(sn)) return
    later.add(sn)
    setTimeout(() => {
      later.delete(sn)
      listens(sn)
    }, LISTENING_MS).unref()
  })

  return {
    /** Must be called with each unit that may have subscribed. */
    listens,
    onListening: (listener: (sn: SerialNumber) => void) => void listeners.push(listener),
    /** Resolves once RabbitMQ has confirmed or returned the message. */
    async publish(sn: SerialNumber, command: CommandPayload): Promise<void> {
      const left = command.expires_at.getTime() - now().getTime()
      if (left <= 0) return
      const envelope = { exchange: EXCHANGE, routingKey: routingKey('command', sn), mandatory: true }
      await publisher.send(
        { ...envelope, ...AT_LEAST_ONCE, expiration: String(left) },
        Buffer.from(JSON.stringify(command)),
      )
    },

    /** Resolves to false if the unit does not subscribe to it: RabbitMQ returns a message before it confirms it. */
    async publishForecast(sn: SerialNumber, forecast: ForecastMessage): Promise<boolean> {
      const envelope = { exchange: EXCHANGE, routingKey: routingKey('forecast', sn), mandatory: true }
      await publisher.send(
        { ...envelope, ...AT_LEAST_ONCE, expiration: String(KEPT_MS) },
        Buffer.from(JSON.stringify(forecast)),
      )
      // The client reports a return a turn of the event loop after it came, and the confirmation that follows at once.
      await turn()
      return !unwanted.delete(sn)
    },

    /** Not kept for a unit that does not subscribe to it. */
    async publishRefusal(sn: SerialNumber, refusal: RefusedPayload): Promise<void> {
      const envelope = { exchange: EXCHANGE, routingKey: routingKey('refused', sn) }
      await publisher.send(
        { ...envelope, ...AT_LEAST_ONCE, expiration: String(KEPT_MS) },
        Buffer.from(JSON.stringify(refusal)),
      )
    },
  }
}
