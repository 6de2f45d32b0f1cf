import { setTimeout as sleep } from 'node:timers/promises'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { Connection } from 'rabbitmq-client'
import { perHost } from '../../hosts.ts'
import type { Broker } from '../broker.ts'
import type { OnDenied } from '../denials.ts'
import type { Authenticate } from '../sign-in.ts'
import { openSignInRates } from '../sign-in-rates.ts'
import { openRabbitmqAuthBackend, type RabbitmqAuthConfig } from './auth-backend.ts'
import { connectToRabbitmq } from './connection.ts'
import { openRabbitmqConsumer, type RabbitmqConsumerDeps } from './consumer.ts'
import { openRabbitmqDepartures } from './departures.ts'
import { createDisconnecting } from './disconnecting.ts'
import { type ManagementConfig, management } from './management.ts'
import { openRabbitmqPublisher } from './publisher.ts'
import { queueDepths } from './queue-depths.ts'
import { openRestingUnits } from './resting-units.ts'

type Deps = Omit<RabbitmqConsumerDeps, 'closing' | 'goneSince' | 'onOnline' | 'onRest'> & {
  readonly authenticate: Authenticate
  readonly onDenied: OnDenied
  /** Ends what a unit owes for its messages. */
  readonly forgive: (sn: SerialNumber) => void
  /** Announces to all processes which units must rest, and how long. */
  readonly restNotices: {
    readonly announce: (sn: SerialNumber, ms: number) => Promise<unknown>
    readonly listen: (listener: (sn: SerialNumber, ms: number) => void) => () => void
  }
}

const CLOSE_MS = 5000

/**
 * RabbitMQ in place of the embedded broker: units connect to it, this process to its queues. Reconnects
 * automatically. Throws `StartupError` with the cause.
 */
export async function openRabbitmq(
  config: ManagementConfig & RabbitmqAuthConfig,
  deps: Deps,
): Promise<Omit<Broker, 'ports'>> {
  const closing = new AbortController()
  const onFault = (error: unknown) => {
    if (!closing.signal.aborted) deps.onFault(error)
  }
  // Two connections: short of disk, RabbitMQ stops reading from publishers, but the acknowledgements that free disk
  // must still get through.
  const connections: Connection[] = []
  const cut = () => {
    closing.abort()
    for (const one of connections) one.unsafeDestroy()
  }
  const admin = management(config)
  try {
    const consuming = await connectToRabbitmq(config.BROKER_URL, onFault)
    connections.push(consuming)
    const publishing = await connectToRabbitmq(config.BROKER_URL, onFault)
    connections.push(publishing)
    await admin.check()
    const publisher = openRabbitmqPublisher(publishing, deps.now)
    const { signal } = closing
    const { announce, listen } = deps.restNotices
    const { disconnect } = admin
    const resting = openRestingUnits({ disconnect, announce, now: deps.now, onFault, closing: signal })
    signal.addEventListener('abort', listen(resting.rest))
    let departures: Awaited<ReturnType<typeof openRabbitmqDepartures>> | undefined
    const consumer = await openRabbitmqConsumer(consuming, {
      ...deps,
      onFault,
      closing: signal,
      onOnline: publisher.listens,
      onRest: resting.note,
      goneSince: (sn) => departures?.goneSince(sn) ?? null,
    })
    departures = await openRabbitmqDepartures(consuming, {
      ...{ list: admin.connections, onFault, now: deps.now, closing: signal },
      onGone: (sn) => noteOffline(sn, deps),
    })
    const [node = ''] = perHost(config.BROKER_URL)
    const vhost = decodeURIComponent(new URL(node).pathname.slice(1)) || '/'
    // Last: units must not be let in, and acknowledged, before the queues exist.
    const rates = openSignInRates(deps.now)
    function forgive(sn: SerialNumber) {
      rates.forgive(sn)
      resting.forgive(sn)
      deps.forgive(sn)
    }
    const authBackend = await openRabbitmqAuthBackend(config, {
      ...{ authenticate: deps.authenticate, isResting: resting.isResting, rates },
      ...{ vhost, onFault, onDenied: deps.onDenied },
    })
    return {
      publish: publisher.publish,
      publishRefusal: publisher.publishRefusal,
      publishForecast: publisher.publishForecast,
      onForecastWanted: publisher.onListening,
      onListening: publisher.onListening,
      disconnect: createDisconnecting({ disconnect, forgive, onFault, closing: signal }),
      fault: () => (connections.every((one) => one.ready) ? null : 'away, or short of memory or disk'),
      waiting: () => queueDepths(publishing),
      async close() {
        await authBackend.close()
        const closed = Promise.allSettled([consumer.close(), departures?.close()])
        await Promise.race([closed, sleep(CLOSE_MS, undefined, { ref: false })])
        cut()
      },
    }
  } catch (error) {
    cut()
    throw error
  }
}

/** Resolves once it is stored that a unit is offline. Since now: its last messages may have been stored only just before. */
async function noteOffline(sn: SerialNumber, { idOf, ingest }: Pick<Deps, 'idOf' | 'ingest'>) {
  const system = await idOf(sn)
  const payload = Buffer.from(JSON.stringify({ online: false }))
  if (system !== null) await ingest({ system, sn, topic: 'online', payload })
}
