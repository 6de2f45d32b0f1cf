import { Socket } from 'node:net'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import {
  type CommandPayload,
  MAX_PACKET_BYTES,
  type RefusedPayload,
  topics,
} from '@kellersonne/contract/telemetry/device'
import type { ForecastMessage } from '@kellersonne/contract/telemetry/forecast-message'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { AuthenticateError, Client, ConnectPacket } from 'aedes'
import { type Containment, containment } from './containment.ts'
import type { OnDenied } from './denials.ts'
import { type ListenerConfig, openListeners } from './listeners.ts'
import { openPendingConnections, type PendingConnections } from './pending-connections.ts'
import { type Authenticate, openSignIn, type Session } from './sign-in.ts'
import { hasGranted, openSubscriptions } from './subscriptions.ts'
import { type Throttle, throttle } from './throttle.ts'
import { type Received, upTopic } from './topics.ts'
import { UnitAedes } from './unit-aedes.ts'

/** A queue of the broker, and how many messages wait in it. */
export type QueueDepth = { readonly queue: string; readonly messages: number }

type Deps = {
  readonly authenticate: Authenticate
  /** Resolves once stored; a unit's message is acknowledged only then. */
  readonly ingest: (received: Received) => Promise<void>
  /** Returns the ms for which nothing should be read from a unit that is over budget. */
  readonly rest: (system: number) => number
  /** Returns the network of an address. */
  readonly networkOf: (address: string | undefined) => string
  /** Called with what a unit was denied. */
  readonly onDenied: OnDenied
  /** Called with the error after a packet made our code throw and its connection was closed. */
  readonly onFault: (error: unknown) => void
  readonly now: () => Date
}

const MB = 1024 * 1024
const LIMITS = {
  ...{ messages: 200, bytes: 32 * MB, scarce: 8 * MB, share: 16 * 1024 },
  packet: { publish: MAX_PACKET_BYTES, other: 4096 },
}
const CONNECT_MS = 10_000
const TCP_KEEP_ALIVE_MS = 60_000
/** For units that ask for a longer keep-alive or none: silent for one and a half times as long, they are cut off. */
const MAX_KEEP_ALIVE_S = 600
const CLOSE_MS = 5000
/** Protocol levels in CONNECT. Aedes answers the other one with CONNACK 1. */
const MQTT_3_1_1 = 4
const REFUSED_VERSION = 5

/** The embedded MQTT 3.1.1 broker. Throws `StartupError` if it cannot listen. */
export async function openBroker(config: ListenerConfig, deps: Deps) {
  const flow = throttle(LIMITS)
  const pendingConnections = openPendingConnections()
  const containing = containment(deps.onFault)
  const core = openCore(deps, { flow, pendingConnections, containing })
  await core.aedes.listen()
  const listeners = await openListeners(
    config,
    { now: deps.now, onRaw: pendingConnections.enter },
    (socket) => {
      containing.contain(socket)
      socket.setNoDelay(true).setKeepAlive(true, TCP_KEEP_ALIVE_MS)
      flow.guard(socket, () => core.noteOversized(client))
      const client = core.aedes.handle(socket)
    },
  ).catch((error: unknown) => {
    core.aedes.close()
    throw error
  })
  return {
    /** The ports it listens on. */
    ports: { mqtt: listeners.mqtt, mqtts: listeners.mqtts },
    /** Publishes a command to a connected unit; does nothing for one that is not connected. */
    publish: core.publish,
    /** Sends a connected unit what was refused, if it subscribes to that. */
    publishRefusal: core.publishRefusal,
    /** Sends a unit its forecast; resolves to false if it is not connected, or not subscribed to that. */
    publishForecast: core.publishForecast,
    /** Calls back with each unit that subscribes to its forecast. */
    onForecastWanted: core.onForecastWanted,
    /** Calls back with each unit that subscribes to its commands. */
    onListening: core.onListening,
    /** Closes a unit's connection, if there is one, because its secret has changed, and lets the unit in at once. */
    disconnect: core.disconnect,
    /** Returns what is wrong with the broker; null = nothing. */
    fault: (): string | null => null,
    /** Resolves to the number of messages that wait in each queue for a process to take them. It has no queues. */
    waiting: async (): Promise<readonly QueueDepth[]> => [],
    /** Stops reading, acknowledges messages being stored, then closes all connections. */
    async close(): Promise<void> {
      flow.stop()
      listeners.stop()
      await core.close()
      listeners.end()
    },
  }
}
export type Broker = Awaited<ReturnType<typeof openBroker>>

/** The limits that apply to connected units. */
type Bounds = {
  readonly flow: Throttle
  readonly pendingConnections: PendingConnections
  readonly containing: Containment
}

function openCore(deps: Deps, { flow, pendingConnections, containing }: Bounds) {
  const { ingest, rest, networkOf, onDenied, onFault } = deps
  const connects = new WeakMap<Client, ConnectPacket>()
  const sessions = new WeakMap<Client, Session>()
  const newest = new Map<SerialNumber, Client>()
  const wantsForecast = new WeakSet<Client>()
  const pending = new Set<Promise<void>>()
  const { signIn, forget } = openSignIn(deps)
  const grant = openSubscriptions()
  let closing = false
  function take(client: Client, received: Received): Promise<void> {
    const storing = ingest(received)
    flow.hold(client.conn, received.payload.length)
    flow.rest(client.conn, rest(received.system))
    return untilStored(client, received, storing)
  }
  async function untilStored({ conn }: Client, { payload }: Received, storing: Promise<void>) {
    pending.add(storing)
    try {
      await storing
    } finally {
      pending.delete(storing)
      flow.release(conn, payload.length)
    }
  }
  /** Errors are ignored: these messages are dispensable when the server closes meanwhile. */
  function note(client: Client, topic: Received['topic'], payload: string) {
    const session = sessions.get(client)
    if (session) take(client, { ...session, topic, payload: Buffer.from(payload) }).catch(() => undefined)
  }
  function deny(reason: 'foreign_publish' | 'foreign_subscribe', client: Client | null) {
    const { remoteAddress } = client?.conn instanceof Socket ? client.conn : {}
    const sn = (client && sessions.get(client)?.sn) ?? null
    onDenied({ reason, sn, network: networkOf(remoteAddress) })
  }
  /** True for what comes from a connection that the unit has replaced, and for the last will of one that the server itself closes. */
  const isVoid = (client: Client, { sn }: Session) => newest.get(sn) !== client || (client.closed && closing)

  const aedes = new UnitAedes({
    connectTimeout: CONNECT_MS,
    preConnect(client, packet, done) {
      // No persistent sessions: commands expire, and memory is not meant for queues.
      packet.clean = true
      // Aedes would let in MQTT 3.1, too.
      if (packet.protocolVersion !== MQTT_3_1_1) packet.protocolVersion = REFUSED_VERSION
      packet.keepalive = Math.min(packet.keepalive || MAX_KEEP_ALIVE_S, MAX_KEEP_ALIVE_S)
      connects.set(client, { ...packet })
      // Aedes then gives each connection a name of its own. Under one name, it loses sight of one of two that come at once.
      packet.clientId = ''
      done(null, true)
    },
    authenticate(client, _username, password, done) {
      signIn(client, connects.get(client), password?.toString() ?? '').then(
        (session) => {
          // Aedes does not register a client that has closed meanwhile: an earlier connection of the unit goes on.
          if (client.closed || client.conn.destroyed) return
          newest.get(session.sn)?.conn.destroy()
          sessions.set(client, session)
          newest.set(session.sn, client)
          if (client.conn instanceof Socket) pendingConnections.leave(client.conn)
          containing.attempt(client.conn, () => done(null, true))
        },
        (error: AuthenticateError) => containing.attempt(client.conn, () => done(error, null)),
      )
    },
    authorizePublish(client, packet, done) {
      const session = client && sessions.get(client)
      const topic = session && upTopic(session.sn, packet.topic)
      if (!topic) deny('foreign_publish', client)
      if (!client || !topic || packet.qos === 2) return done(new Error('not for this unit to publish'))
      if (packet.qos === 1 && packet.messageId === 0) return done(new Error('no packet has the identifier 0'))
      if (isVoid(client, session)) return done(new Error('void'))
      packet.retain = false
      take(client, { ...session, topic, payload: Buffer.from(packet.payload) }).then(
        () => containing.attempt(client.conn, () => done()),
        (error: Error) => containing.attempt(client.conn, () => done(error)),
      )
    },
    authorizeSubscribe(client, subscription, done) {
      const granted = grant(client, sessions.get(client)?.sn, subscription)
      if (granted === undefined) deny('foreign_subscribe', client)
      done(granted === undefined ? new Error('not for this unit to hear') : null, granted ?? null)
    },
  })
  aedes.addListener('error', onFault)
  aedes.on('clientReady', (client) => {
    if (client.closed || client.conn.destroyed) return
    flow.signIn(client.conn)
    note(client, 'online', JSON.stringify({ online: true }))
  })
  aedes.on('clientDisconnect', (client) => {
    const session = sessions.get(client)
    if (!session || newest.get(session.sn) !== client) return
    newest.delete(session.sn)
    // A unit that disconnects properly has no last will, and may have left without a word.
    if (!closing) note(client, 'online', JSON.stringify({ online: false }))
  })

  function onGranted(name: 'command' | 'forecast', listener: (sn: SerialNumber, client: Client) => void) {
    aedes.on('subscribe', (subscriptions, client) => {
      const sn = sessions.get(client)?.sn
      if (sn && hasGranted(subscriptions, topics[name].of(sn))) listener(sn, client)
    })
  }

  return {
    aedes,
    noteOversized: (client: Client) => note(client, null, ''),
    onListening: (listener: (sn: SerialNumber) => void) => onGranted('command', listener),
    publish: async (sn: SerialNumber, command: CommandPayload): Promise<void> =>
      aedes.send(topics.command.of(sn), command),
    onForecastWanted(listener: (sn: SerialNumber) => void) {
      onGranted('forecast', (sn, client) => {
        wantsForecast.add(client)
        listener(sn)
      })
    },
    async publishForecast(sn: SerialNumber, forecast: ForecastMessage): Promise<boolean> {
      const client = newest.get(sn)
      if (!client || !wantsForecast.has(client)) return false
      aedes.send(topics.forecast.of(sn), forecast)
      return true
    },
    async publishRefusal(sn: SerialNumber, refusal: RefusedPayload): Promise<void> {
      // A unit that does not read what it is sent must not fill the memory with reports of what it sends.
      if (!newest.get(sn)?.conn.writableNeedDrain) aedes.send(topics.refused.of(sn), refusal)
    },
    async disconnect(sn: SerialNumber): Promise<void> {
      forget(sn)
      newest.get(sn)?.conn.destroy()
    },
    async close() {
      closing = true
      await Promise.race([Promise.allSettled(pending), sleep(CLOSE_MS, undefined, { ref: false })])
      // Aedes writes an acknowledgement to the socket only in the next tick: closed now, the unit would never get it.
      await turn()
      await new Promise<void>((done) => aedes.close(done))
    },
  }
}
