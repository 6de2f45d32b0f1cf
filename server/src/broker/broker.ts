import { setTimeout as sleep } from 'node:timers/promises'
import { type CommandPayload, MAX_PACKET_BYTES, topics } from '@kellersonne/contract/device'
import { type SerialNumber, serialNumber } from '@kellersonne/core/systems'
import { Aedes, type AuthenticateError, type Client, type ConnectPacket } from 'aedes'
import { failedAttempts } from './attempts.ts'
import { type ListenerConfig, openListeners } from './listeners.ts'
import { throttle } from './throttle.ts'
import { type Received, upTopic } from './topics.ts'

type Deps = {
  /** The id of the unit with this secret, or null. Rejects where it cannot be found out now. */
  readonly authenticate: (sn: string, secret: string) => Promise<number | null>
  /** Resolves once stored; a unit's message is acknowledged then and not before. */
  readonly ingest: (received: Received) => Promise<void>
  readonly now: () => Date
}
type Session = { readonly system: number; readonly sn: SerialNumber }

const LIMITS = { messages: 200, bytes: 16 * 1024 * 1024, packet: MAX_PACKET_BYTES }
const CONNECT_MS = 10_000
const TCP_KEEP_ALIVE_MS = 60_000
const CLOSE_MS = 5000
/** MQTT 3.1.1, 3.2.2.3. */
const UNAVAILABLE = 3
const BAD_CREDENTIALS = 4
const NOT_AUTHORIZED = 5

const rejection = (returnCode: number): AuthenticateError =>
  Object.assign(new Error('sign-in rejected'), { returnCode })

/** A unit connects under its own serial number, and its last will goes to its own `online`. */
function ownName({ username, clientId, will }: ConnectPacket): SerialNumber | null {
  const sn = serialNumber(username ?? '')
  if (sn === null || clientId !== sn) return null
  return will && upTopic(sn, will.topic) !== 'online' ? null : sn
}

/** The embedded MQTT 3.1.1 broker. Throws a StartFault where it cannot listen. */
export async function openBroker(config: ListenerConfig, { authenticate, ingest, now }: Deps) {
  const connects = new WeakMap<Client, ConnectPacket>()
  const sessions = new WeakMap<Client, Session>()
  const newest = new Map<SerialNumber, Client>()
  const pending = new Set<Promise<void>>()
  const failed = failedAttempts(now)
  const flow = throttle(LIMITS)
  let closing = false

  function take(client: Client, received: Received): Promise<void> {
    const work = flow.count(client.conn, received.payload.length, ingest(received))
    pending.add(work)
    return work.finally(() => pending.delete(work))
  }

  async function signIn(client: Client, secret: string): Promise<Session> {
    const packet = connects.get(client)
    const sn = packet ? ownName(packet) : null
    if (sn === null) throw rejection(NOT_AUTHORIZED)
    const address = 'remoteAddress' in client.conn ? (client.conn.remoteAddress ?? '') : ''
    if (failed.tooMany(address, sn)) throw rejection(UNAVAILABLE)
    const system = await authenticate(sn, secret).catch(() => {
      throw rejection(UNAVAILABLE)
    })
    if (system === null) {
      failed.note(address, sn)
      throw rejection(BAD_CREDENTIALS)
    }
    return { system, sn }
  }

  const aedes = new Aedes({
    connectTimeout: CONNECT_MS,
    preConnect(client, packet, done) {
      // Nothing is kept for who is away: commands expire, and memory is not for queues.
      packet.clean = true
      connects.set(client, packet)
      done(null, true)
    },
    authenticate(client, _username, password, done) {
      signIn(client, password?.toString() ?? '').then(
        (session) => {
          sessions.set(client, session)
          newest.set(session.sn, client)
          done(null, true)
        },
        (error: AuthenticateError) => done(error, null),
      )
    },
    authorizePublish(client, packet, done) {
      const session = client && sessions.get(client)
      const topic = session && upTopic(session.sn, packet.topic)
      if (!client || !topic || packet.qos === 2) return done(new Error('not a topic of this unit'))
      // The last will of a connection that the unit has replaced, or that the server itself ends.
      if (client.closed && (closing || newest.get(session.sn) !== client)) return done(new Error('void'))
      packet.retain = false
      take(client, { ...session, topic, payload: Buffer.from(packet.payload) }).then(() => done(), done)
    },
    authorizeSubscribe(client, subscription, done) {
      const session = sessions.get(client)
      const own = session && subscription.topic === topics.command.of(session.sn)
      done(own ? null : new Error('not a topic of this unit'), subscription)
    },
  })
  aedes.on('clientReady', (client) => {
    const session = sessions.get(client)
    if (!session) return
    const payload = Buffer.from(JSON.stringify({ online: true }))
    // Not stored only if the server closes: then nobody asks.
    take(client, { ...session, topic: 'online', payload }).catch(() => undefined)
  })
  aedes.on('clientDisconnect', (client) => {
    const session = sessions.get(client)
    if (session && newest.get(session.sn) === client) newest.delete(session.sn)
  })
  await aedes.listen()

  const listeners = await openListeners(config, now(), (socket) => {
    socket.setNoDelay(true).setKeepAlive(true, TCP_KEEP_ALIVE_MS)
    flow.guard(socket, () => {
      const session = sessions.get(client)
      if (session) take(client, { ...session, topic: null, payload: Buffer.alloc(0) }).catch(() => undefined)
    })
    const client = aedes.handle(socket)
  }).catch((error: unknown) => {
    aedes.close()
    throw error
  })

  return {
    /** The ports listened on. */
    ports: { mqtt: listeners.mqtt, mqtts: listeners.mqtts },
    /** Hands a command on to a unit that is there; to one that is not, nothing is sent. */
    publish: (sn: SerialNumber, command: CommandPayload): Promise<void> =>
      new Promise((resolve, reject) => {
        aedes.publish(
          {
            cmd: 'publish',
            topic: topics.command.of(sn),
            payload: JSON.stringify(command),
            qos: 1,
            retain: false,
            dup: false,
          },
          (error) => (error ? reject(error) : resolve()),
        )
      }),
    /** Reads nothing more, acknowledges what is being stored, then ends all connections. */
    async close(): Promise<void> {
      closing = true
      flow.stop()
      listeners.stop()
      await Promise.race([Promise.allSettled(pending), sleep(CLOSE_MS, undefined, { ref: false })])
      await new Promise<void>((done) => aedes.close(done))
      listeners.end()
    },
  }
}
export type Broker = Awaited<ReturnType<typeof openBroker>>
