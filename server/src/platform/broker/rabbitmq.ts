import { setTimeout as sleep } from 'node:timers/promises'
import { Connection } from 'rabbitmq-client'
import { StartupError } from '../config.ts'
import type { Broker } from './broker.ts'
import { type GatekeeperConfig, openGatekeeper } from './gatekeeper.ts'
import { type HearingDeps, openHearing, reasonOf } from './hearing.ts'
import { type ManagementConfig, management } from './management.ts'
import type { Authenticate } from './sign-in.ts'
import { openSpeaking } from './speaking.ts'

type Deps = Omit<HearingDeps, 'closing' | 'onOnline'> & { readonly authenticate: Authenticate }

const CONNECTION = { heartbeat: 20, retryLow: 200, retryHigh: 5000, acquireTimeout: 5000 }
const CLOSE_MS = 5000

/**
 * RabbitMQ in place of the embedded broker: units connect to it, this process to its queues. Reconnects
 * automatically. Throws `StartupError` with the cause.
 */
export async function openRabbit(
  config: ManagementConfig & GatekeeperConfig,
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
    const ear = await connect(config.BROKER_URL, connections, onFault)
    const mouth = await connect(config.BROKER_URL, connections, onFault)
    await admin.check()
    const speaking = openSpeaking(mouth, deps.now)
    const { signal } = closing
    const hearing = await openHearing(ear, { ...deps, onFault, closing: signal, onOnline: speaking.listens })
    const vhost = decodeURIComponent(new URL(config.BROKER_URL).pathname.slice(1)) || '/'
    // Last: units must not be let in, and acknowledged, before the queues exist.
    const gatekeeper = await openGatekeeper(config, { authenticate: deps.authenticate, vhost, onFault })
    return {
      publish: speaking.publish,
      onListening: speaking.onListening,
      disconnect: (sn) => admin.disconnect(sn),
      fault: () => (connections.every((one) => one.ready) ? null : 'away, or short of memory or disk'),
      async close() {
        await gatekeeper.close()
        await Promise.race([hearing.close(), sleep(CLOSE_MS, undefined, { ref: false })])
        cut()
      },
    }
  } catch (error) {
    cut()
    throw error
  }
}

const isRefused = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ACCESS_REFUSED'

async function connect(url: string, all: Connection[], onFault: (error: unknown) => void) {
  const connection = new Connection({ ...CONNECTION, url, connectionName: 'kellersonne' })
  all.push(connection)
  await new Promise<void>((resolve, reject) => {
    connection.on('error', reject)
    connection.once('connection', resolve)
  }).catch((error: unknown) => {
    throw new StartupError(
      isRefused(error)
        ? 'RabbitMQ refuses the user or the password of BROKER_URL.'
        : `The broker named by BROKER_URL cannot be reached: ${reasonOf(error)}.`,
    )
  })
  connection.on('error', onFault)
  return connection
}
