import { once } from 'node:events'
import { createServer as createPlain, type Socket } from 'node:net'
import { createServer as createSecure } from 'node:tls'
import { topics } from '@kellersonne/contract/telemetry/device'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { IConnectPacket, IPublishPacket, ISubscribePacket, Packet } from 'mqtt-packet'
import { CannotRun } from '../report.ts'
import type { Watch } from '../watch.ts'
import { openWire, type Wire } from '../wire.ts'
import type { ReceivedMessages } from './received.ts'

export type Listen = {
  readonly host: string
  readonly port: number
  /** PEM; null = without TLS. */
  readonly tls: { readonly cert: string; readonly key: string } | null
}
type Deps = { readonly sn: SerialNumber; readonly received: ReceivedMessages; readonly watch: Watch }

/** CONNECTs that are kept: a unit may try without end. */
const MAX_KEPT = 100
/** A unit has one connection; a few more may be about to close. */
const MAX_SOCKETS = 10

/** Listens; rejects with `CannotRun` if that is impossible. */
export async function listening<S extends ReturnType<typeof createPlain>>(server: S, { host, port }: Listen) {
  server.listen(port, host)
  await once(server, 'listening').catch((error: unknown) => {
    throw new CannotRun(`Port ${port} cannot be opened: ${error instanceof Error ? error.message : error}`)
  })
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : port
}

/** A broker for one unit, which does what a test wants: refuse, withhold, break. Rejects with `CannotRun`. */
export async function openTestBroker(listen: Listen, { sn, received, watch }: Deps) {
  const sockets = new Set<Socket>()
  const connects: IConnectPacket[] = []
  const subscriptions: { topic: string; qos: number; connection: number }[] = []
  const refusals: number[] = []
  const withheld: (() => void)[] = []
  let [connection, attempts, nextId] = [0, 0, 0]
  let current: Wire | null = null
  let [away, withholding] = [false, false]

  function connect(wire: Wire, packet: IConnectPacket) {
    connects.push(packet)
    connects.splice(0, connects.length - MAX_KEPT)
    const returnCode = packet.protocolVersion === 4 ? (refusals.shift() ?? 0) : 1
    wire.send({ cmd: 'connack', returnCode, sessionPresent: false })
    if (returnCode === 0) {
      current?.cut()
      current = wire
      connection += 1
    } else wire.cut()
  }
  function subscribe(wire: Wire, { messageId = 0, subscriptions: wanted }: ISubscribePacket) {
    for (const { topic, qos } of wanted) {
      const own = topic === topics.command.of(sn) || topic === topics.refused.of(sn)
      if (!own) received.fault(`subscription to ${topic}`)
      subscriptions.push({ topic, qos, connection })
    }
    subscriptions.splice(0, subscriptions.length - MAX_KEPT)
    wire.send({ cmd: 'suback', messageId, granted: wanted.map(({ qos }) => Math.min(qos, 1)) })
  }
  function publish(wire: Wire, { topic, payload, qos, messageId = 0 }: IPublishPacket) {
    if (!received.take(topic, Buffer.from(payload), connection)) received.fault(`message to ${topic}`)
    if (qos !== 1) received.fault(`QoS ${qos} on ${topic}`)
    const acknowledge = () => wire.send({ cmd: 'puback', messageId })
    if (!withholding) return acknowledge()
    if (withheld.length < received.readings().length + MAX_KEPT) withheld.push(acknowledge)
  }
  function take(wire: Wire, packet: Packet) {
    if (packet.cmd === 'connect') connect(wire, packet)
    else if (wire !== current) wire.cut()
    else if (packet.cmd === 'subscribe') subscribe(wire, packet)
    else if (packet.cmd === 'publish') publish(wire, packet)
    else if (packet.cmd === 'pingreq') wire.send({ cmd: 'pingresp' })
    watch.notify()
  }

  function welcome(socket: Socket) {
    attempts += 1
    if (away || sockets.size >= MAX_SOCKETS) {
      socket.destroy()
      return
    }
    sockets.add(socket)
    const wire = openWire(socket, {
      onPacket: (packet) => take(wire, packet),
      onClose(fault) {
        sockets.delete(socket)
        if (current === wire) current = null
        if (fault !== null) received.fault(fault)
        watch.notify()
      },
    })
  }
  const server = listen.tls ? createSecure(listen.tls, welcome) : createPlain(welcome)
  server.on('tlsClientError', (error: Error) => {
    handshakes = error.message
    watch.notify()
  })
  let handshakes: string | null = null
  const port = await listening(server, listen)

  return {
    port,
    connects: (): readonly IConnectPacket[] => connects,
    subscriptions: () => subscriptions,
    /** The number of the present connection, null while there is none. */
    connection: () => (current ? connection : null),
    /** True if the unit is connected and has subscribed to its commands. */
    isListening: () =>
      current !== null &&
      subscriptions.some((one) => one.topic === topics.command.of(sn) && one.connection === connection),
    /** Counts the connections that were opened, whatever became of them. */
    attempts: () => attempts,
    /** Why the last TLS handshake failed; null if none did. */
    handshakeFault: () => handshakes,
    /** Refuses the next sign-ins with these codes. */
    refuse: (...codes: number[]) => refusals.push(...codes),
    /** Withholds acknowledgements, or sends those withheld. */
    withhold(yes: boolean) {
      withholding = yes
      const due = withheld.splice(0)
      if (!yes) for (const acknowledge of due) acknowledge()
    },
    /** Breaks the connection; what was not acknowledged remains so. */
    cut() {
      withheld.splice(0)
      current?.cut()
    },
    /** While away, it takes no connection. */
    leave(yes: boolean) {
      away = yes
      if (yes) current?.cut()
    },
    /** Sends text on the command topic, at QoS 1. */
    command(payload: string) {
      nextId = (nextId % 65_535) + 1
      const topic = topics.command.of(sn)
      current?.send({ cmd: 'publish', topic, payload, qos: 1, messageId: nextId, dup: false, retain: false })
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
export type TestBroker = Awaited<ReturnType<typeof openTestBroker>>
