import type { CommandPayload } from '@kellersonne/contract/telemetry/device'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { Connection } from 'rabbitmq-client'
import { EXCHANGE, routingKey, unitOf } from './queues.ts'

/** How long after a unit was found not to listen it is tried again. */
const LISTENING_MS = 1000

/** Says commands to units. What a unit that does not listen was to hear is asked for again, as long as it waits. */
export function openSpeaking(connection: Connection, now: () => Date) {
  const listeners: ((sn: SerialNumber) => void)[] = []
  const later = new Set<SerialNumber>()
  const publisher = connection.createPublisher({ confirm: true })

  function listens(sn: SerialNumber) {
    for (const hear of listeners) hear(sn)
  }
  publisher.on('basic.return', (message) => {
    const sn = unitOf(message.routingKey)
    if (sn === null || later.has(sn)) return
    later.add(sn)
    setTimeout(() => {
      later.delete(sn)
      listens(sn)
    }, LISTENING_MS).unref()
  })

  return {
    /** To be called with each unit that may have begun to listen. */
    listens,
    onListening: (hear: (sn: SerialNumber) => void) => void listeners.push(hear),
    /** Resolves once RabbitMQ has it, or has found that the unit does not listen. */
    async publish(sn: SerialNumber, command: CommandPayload): Promise<void> {
      const left = command.expires_at.getTime() - now().getTime()
      if (left <= 0) return
      const envelope = { exchange: EXCHANGE, routingKey: routingKey('command', sn), mandatory: true }
      const lasting = { durable: true, expiration: String(left) }
      await publisher.send({ ...envelope, ...lasting }, Buffer.from(JSON.stringify(command)))
    },
  }
}
