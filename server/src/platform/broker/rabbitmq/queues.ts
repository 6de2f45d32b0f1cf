import { MAX_PACKET_BYTES, topics } from '@kellersonne/contract/telemetry/device'
import { type SerialNumber, serialNumber } from '@kellersonne/core/systems/systems'
import type { AsyncMessage, ConsumerProps } from 'rabbitmq-client'
import { type UpTopic, upTopics } from '../topics.ts'

/** The exchange RabbitMQ's MQTT plug-in publishes units' messages to and takes messages to units from. */
export const EXCHANGE = 'amq.topic'

/** Returns a unit's topic as an AMQP routing key. */
export const routingKey = (topic: keyof typeof topics, sn: SerialNumber): string =>
  topics[topic].of(sn).replaceAll('/', '.')

/**
 * The maximum numbers of messages being stored at once: fewer readings leave the consumer waiting for acknowledgements;
 * messages of the greatest size take some 150 kB each until they are stored.
 */
const PREFETCH = { readings: 1000, words: 200 } as const
const durable = { durable: true, arguments: { 'x-queue-type': 'quorum' } } as const

/**
 * Messages for which even the refusal could not be stored after this many attempts, and those that a unit let expire; kept
 * for the operator, the newest ones of them: without a limit, a unit could fill the disk.
 */
export const UNSTORED = {
  queue: 'kellersonne.unstored',
  durable: true,
  arguments: { ...durable.arguments, 'x-max-length-bytes': 1_073_741_824, 'x-overflow': 'drop-head' },
} as const
const TRIES = 100

function queueOf(
  queue: string,
  bindings: readonly string[],
  prefetchCount: number,
  options: Record<string, unknown>,
): ConsumerProps {
  return {
    queue,
    queueOptions: {
      durable: true,
      arguments: {
        ...durable.arguments,
        'x-delivery-limit': TRIES,
        'x-dead-letter-exchange': '',
        'x-dead-letter-routing-key': UNSTORED.queue,
        ...options,
      },
    },
    queueBindings: bindings.map((key) => ({ exchange: EXCHANGE, routingKey: key })),
    qos: { prefetchCount },
  }
}

/** Readings are many, and any process may store them in any order; one process at a time keeps the rest in order. */
export const queues: readonly ConsumerProps[] = [
  queueOf('kellersonne.readings', ['storage.*.reading'], PREFETCH.readings, {}),
  queueOf(
    'kellersonne.words',
    ['storage.*.state', 'storage.*.online', 'storage.*.command.outcome'],
    PREFETCH.words,
    {
      'x-single-active-consumer': true,
    },
  ),
]

/** A queue as it must be in RabbitMQ; its bindings by their routing keys. */
export type QueueDeclaration = {
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
  readonly bindings: readonly string[]
}

/** How many nodes of a cluster have a copy of each queue. */
export const MEMBERS = 3

/** All queues, including the one of messages that could not be stored. */
export const declarations: readonly QueueDeclaration[] = [
  ...queues.map(({ queue = '', queueOptions, queueBindings }) => ({
    name: queue,
    arguments: queueOptions?.arguments ?? {},
    bindings: queueBindings?.map(({ routingKey: key = '' }) => key) ?? [],
  })),
  { name: UNSTORED.queue, arguments: UNSTORED.arguments, bindings: [] },
]
export const queueNames: readonly string[] = declarations.map(({ name }) => name)

/** Returns the unit of a topic; null if it is not a unit's. */
export const unitOf = (key: string): SerialNumber | null => serialNumber(key.split('.')[1] ?? '')

/** Returns the topic and unit of a message; null if no unit of ours could have sent it. */
export function readKey(key: string): { readonly sn: SerialNumber; readonly topic: UpTopic } | null {
  const sn = unitOf(key)
  const topic = sn && upTopics.find((name) => routingKey(name, sn) === key)
  return sn && topic ? { sn, topic } : null
}

/** Writes JSON that the client library has parsed, as it does if a message calls itself JSON; null if it is nested too deeply. */
function written(body: unknown): Buffer | null {
  try {
    return Buffer.from(JSON.stringify(body ?? null))
  } catch {
    return null
  }
}

/** RabbitMQ's own headers of a message take less. */
const OWN_HEADER_BYTES = 256

/** The length of the properties that a unit has put before its message, by MQTT 5: reading them takes time, too. */
function lengthOf(headers: Readonly<Record<string, unknown>> = {}): number {
  const length = Object.entries(headers).reduce(
    (sum, [name, value]) => sum + name.length + String(value).length,
    0,
  )
  return Math.max(0, length - OWN_HEADER_BYTES)
}

/**
 * Returns the raw payload, and its length with that of its properties, for the unit's budget; `payload` is null if it is longer
 * than allowed, or if its length is not known.
 */
export function payloadOf({ body, headers }: AsyncMessage): { payload: Buffer | null; bytes: number } {
  const bytes = Buffer.isBuffer(body) ? body : typeof body === 'string' ? Buffer.from(body) : written(body)
  if (bytes === null) return { payload: null, bytes: MAX_PACKET_BYTES + 1 }
  return { payload: bytes.length > MAX_PACKET_BYTES ? null : bytes, bytes: bytes.length + lengthOf(headers) }
}

/** Returns when RabbitMQ received a message, if known. */
export function takenAt({ headers }: AsyncMessage): Date | null {
  const ms: unknown = headers?.['timestamp_in_ms']
  return typeof ms === 'number' || typeof ms === 'bigint' ? new Date(Number(ms)) : null
}
