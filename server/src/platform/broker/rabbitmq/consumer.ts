import { setTimeout as sleep } from 'node:timers/promises'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { AsyncMessage, Connection, Consumer } from 'rabbitmq-client'
import { StartupError } from '../../config.ts'
import type { Received } from '../topics.ts'
import { payloadOf, queues, readKey, takenAt, UNSTORED } from './queues.ts'

export type RabbitmqConsumerDeps = {
  /** Resolves to the id of a unit; null if there is none. Rejects if it cannot be looked up now. */
  readonly idOf: (sn: SerialNumber) => Promise<number | null>
  /** Resolves once stored; a message is acknowledged only then. */
  readonly ingest: (received: Received) => Promise<void>
  /** Returns the ms for which nothing should be read from a unit that is over budget. */
  readonly rest: (system: number) => number
  /** Called after each message of a unit with that time. */
  readonly onRest: (sn: SerialNumber, ms: number) => void
  readonly now: () => Date
  readonly onFault: (error: unknown) => void
  /** Called for each message that was delivered before and not acknowledged. */
  readonly onRedelivered: () => void
  /** Called when a unit reports that it goes online or offline. */
  readonly onOnline: (sn: SerialNumber) => void
  /** Returns since when a unit has had no connection; null if it has one, or nothing is known of it. */
  readonly goneSince: (sn: SerialNumber) => Date | null
  readonly closing: AbortSignal
}

const RETRY_MS = 500

export const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')

/** Declares the queues and stores the messages consumed from them. Throws `StartupError` if they cannot be used. */
export async function openRabbitmqConsumer(connection: Connection, deps: RabbitmqConsumerDeps) {
  const consumers: Consumer[] = []
  const onMessage = listener(deps)
  const begin = (consumer: Consumer) =>
    new Promise<void>((resolve, reject) => {
      consumers.push(consumer)
      consumer.once('ready', resolve)
      consumer.on('error', reject)
      consumer.on('error', deps.onFault)
    })
  try {
    await connection.queueDeclare(UNSTORED)
    await Promise.all(queues.map((queue) => begin(connection.createConsumer(queue, onMessage))))
  } catch (error) {
    throw new StartupError(`The queues of the broker named by BROKER_URL cannot be used: ${reasonOf(error)}.`)
  }
  return {
    /** Stops consuming, and acknowledges messages being stored. */
    close: () => Promise.allSettled(consumers.map((consumer) => consumer.close())),
  }
}

/** Stores units' messages, those of each unit in order of arrival. */
function listener(deps: RabbitmqConsumerDeps) {
  const { idOf, ingest, rest, onRest, now, onFault, onRedelivered, onOnline, closing } = deps
  const { goneSince } = deps
  const ids = new Map<SerialNumber, Promise<number | null>>()

  async function find(sn: SerialNumber): Promise<number | null> {
    for (;;) {
      try {
        return await idOf(sn)
      } catch (error) {
        closing.throwIfAborted()
        onFault(error)
        await sleep(RETRY_MS, undefined, { signal: closing })
      }
    }
  }
  function known(sn: SerialNumber): Promise<number | null> {
    const before = ids.get(sn)
    if (before) return before
    const found = find(sn)
    ids.set(sn, found)
    const forget = () => ids.delete(sn)
    found.then((id) => id ?? forget(), forget)
    return found
  }
  return async (message: AsyncMessage): Promise<void> => {
    if (message.redelivered) onRedelivered()
    const of = readKey(message.routingKey)
    const system = of && (await known(of.sn))
    if (!of || system === null) return onFault(new Error(`not from a unit: ${message.routingKey}`))
    const { payload, bytes } = payloadOf(message)
    // Messages sent before a unit left must not make it look connected.
    const taken = takenAt(message) ?? goneSince(of.sn)
    const late = taken !== null && taken < now()
    const storing = ingest({
      ...{ system, sn: of.sn, topic: payload && of.topic, payload: payload ?? Buffer.alloc(0), bytes },
      ...(late && { receivedAt: taken }),
    })
    onRest(of.sn, rest(system))
    await storing
    if (of.topic === 'online') onOnline(of.sn)
  }
}
