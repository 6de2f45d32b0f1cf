import type { Connection } from 'rabbitmq-client'
import type { QueueDepth } from '../broker.ts'
import { queueNames } from './queues.ts'

/** Asks RabbitMQ how many messages wait in each of our queues. Resolves to none while it is away. */
export async function queueDepths(connection: Connection): Promise<readonly QueueDepth[]> {
  if (!connection.ready) return []
  const asked = queueNames.map(async (queue) => {
    const { messageCount } = await connection.queueDeclare({ queue, passive: true })
    return { queue, messages: messageCount }
  })
  return (await Promise.allSettled(asked)).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}
