import { MAX_PACKET_BYTES, topics } from '@kellersonne/contract/telemetry/device'
import { type SerialNumber, serialNumber } from '@kellersonne/core/systems/systems'
import type { AsyncMessage, ConsumerProps } from 'rabbitmq-client'
import { type UpTopic, upTopics } from './topics.ts'

/** Where RabbitMQ's MQTT plug-in puts what units say, and takes what is said to them. */
export const EXCHANGE = 'amq.topic'

/** A unit's topic as AMQP spells it. */
export const routingKey = (topic: keyof typeof topics, sn: SerialNumber): string =>
  topics[topic].of(sn).replaceAll('/', '.')

/** At most so many messages of a queue are on their way to the database. */
const PREFETCH = 500
const kept = { durable: true, arguments: { 'x-queue-type': 'quorum' } } as const

/** What could not even be refused after so many tries waits here for the operator. */
export const UNSTORED = { queue: 'kellersonne.unstored', ...kept }
const TRIES = 100

function queueOf(queue: string, heard: readonly string[], options: Record<string, unknown>): ConsumerProps {
  return {
    queue,
    queueOptions: {
      durable: true,
      arguments: {
        ...kept.arguments,
        'x-delivery-limit': TRIES,
        'x-dead-letter-exchange': '',
        'x-dead-letter-routing-key': UNSTORED.queue,
        ...options,
      },
    },
    queueBindings: heard.map((key) => ({ exchange: EXCHANGE, routingKey: key })),
    qos: { prefetchCount: PREFETCH },
  }
}

/** Readings are many, and may be stored in any order by anyone; of the rest, one process at a time keeps the order. */
export const queues: readonly ConsumerProps[] = [
  queueOf('kellersonne.readings', ['storage.*.reading'], {}),
  queueOf('kellersonne.words', ['storage.*.state', 'storage.*.online', 'storage.*.command.outcome'], {
    'x-single-active-consumer': true,
  }),
]

/** Whose topic this is; null where it is no unit's. */
export const unitOf = (key: string): SerialNumber | null => serialNumber(key.split('.')[1] ?? '')

/** What a message is, and from which unit; null for what no unit of ours could have said. */
export function readKey(key: string): { readonly sn: SerialNumber; readonly topic: UpTopic } | null {
  const sn = unitOf(key)
  const topic = sn && upTopics.find((name) => routingKey(name, sn) === key)
  return sn && topic ? { sn, topic } : null
}

/** The payload as it came; null where it is longer than any unit's may be. */
export function payloadOf({ body }: AsyncMessage): Buffer | null {
  const bytes = Buffer.isBuffer(body)
    ? body
    : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? null))
  return bytes.length > MAX_PACKET_BYTES ? null : bytes
}

/** When RabbitMQ took a message, where it says so. */
export function takenAt({ headers }: AsyncMessage): Date | null {
  const ms: unknown = headers?.['timestamp_in_ms']
  return typeof ms === 'number' || typeof ms === 'bigint' ? new Date(Number(ms)) : null
}
