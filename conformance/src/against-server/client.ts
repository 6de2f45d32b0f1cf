import { once } from 'node:events'
import { isIP, connect as plain, type Socket } from 'node:net'
import { connect as secure } from 'node:tls'
import type { IConnectPacket, IPublishPacket, Packet, QoS } from 'mqtt-packet'
import { CannotRun, Wrong } from '../report.ts'
import { openWatch, when } from '../watch.ts'
import { openWire } from '../wire.ts'

export type Target = {
  readonly host: string
  readonly port: number
  readonly tls: boolean
  /** PEM of the CA to trust instead of the public ones; null = those. */
  readonly ca: string | null
}
/** Messages that are kept of one connection. */
const MAX_KEPT = 1000

const messageOf = (error: unknown) => (error instanceof Error ? error.message || error.name : String(error))
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** What to do about a connection that failed. */
function explained({ host, port }: Target, error: unknown): string {
  const code = codeOf(error)
  const place = `${host}:${port}`
  if (/CERT|SIGNATURE|ALTNAME|ISSUER/.test(code))
    return `The certificate of ${place} is not trusted: ${messageOf(error)} (${code}). Name its CA with --ca.`
  if (code === 'ECONNREFUSED') return `Nothing listens on ${place}.`
  return `No connection to ${place}: ${messageOf(error)}${code === '' ? '' : ` (${code})`}.`
}

async function dial(target: Target, signal: AbortSignal): Promise<Socket> {
  const { host, port, tls, ca } = target
  const socket = tls
    ? secure({ host, port, ...(isIP(host) === 0 && { servername: host }), ...(ca !== null && { ca }) })
    : plain({ host, port })
  try {
    await once(socket, tls ? 'secureConnect' : 'connect', { signal })
  } catch (error) {
    socket.on('error', () => undefined).destroy()
    throw new CannotRun(signal.aborted ? `${host}:${port} does not answer.` : explained(target, error))
  }
  return socket
}

type SignIn = Pick<IConnectPacket, 'clientId'> & Partial<IConnectPacket>

/** Opens a connection as a unit has it. Rejects with `CannotRun` if there is none. */
export async function openClient(target: Target, signal: AbortSignal) {
  const socket = await dial(target, signal)
  const watch = openWatch()
  const received: IPublishPacket[] = []
  const answers: Packet[] = []
  let closed = false
  let lastId = 0
  const wire = openWire(socket, {
    onPacket(packet) {
      if (packet.cmd === 'publish') {
        received.push(packet)
        received.splice(0, received.length - MAX_KEPT)
        if (packet.qos === 1) wire.send({ cmd: 'puback', messageId: packet.messageId ?? 0 })
      } else answers.push(packet)
      answers.splice(0, answers.length - MAX_KEPT)
      watch.notify()
    },
    onClose() {
      closed = true
      watch.notify()
    },
  })
  const nextId = () => {
    lastId += 1
    return lastId
  }
  /** Waits for an answer; rejects with `Wrong` if the connection closes before. */
  async function answer<T>(
    what: string,
    find: (packet: Packet) => T | undefined,
    until: AbortSignal,
  ): Promise<T> {
    const found = await watch.until(
      what,
      () => {
        for (const packet of answers) {
          const one = find(packet)
          if (one !== undefined) return { one }
        }
        return closed ? { one: undefined } : undefined
      },
      until,
    )
    if (found.one === undefined) throw new Wrong(`the server closed the connection instead of ${what}`)
    return found.one
  }

  return {
    /** Signs in; resolves to the CONNACK's code, or 'closed'. */
    async signIn(packet: SignIn, until: AbortSignal): Promise<number | 'closed'> {
      wire.send({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: true,
        keepalive: 60,
        ...packet,
      })
      const code = (one: Packet) => (one.cmd === 'connack' ? (one.returnCode ?? one.reasonCode) : undefined)
      return watch.until(
        'CONNACK',
        () => answers.map(code).find((one) => one !== undefined) ?? (closed ? 'closed' : undefined),
        until,
      )
    },
    /** Publishes at QoS 1; resolves once acknowledged. */
    async publish(topic: string, payload: string, until: AbortSignal) {
      const messageId = nextId()
      wire.send({ cmd: 'publish', topic, payload, qos: 1, messageId, dup: false, retain: false })
      await answer('a PUBACK', (one) => when(one.cmd === 'puback' && one.messageId === messageId), until)
    },
    /** Publishes without waiting. */
    throwIn: (topic: string, payload: string, qos: QoS) =>
      wire.send({ cmd: 'publish', topic, payload, qos, messageId: nextId(), dup: false, retain: false }),
    /** Resolves to the granted QoS, or to 128 if it was refused. */
    subscribe(topic: string, until: AbortSignal): Promise<number> {
      const messageId = nextId()
      wire.send({ cmd: 'subscribe', messageId, subscriptions: [{ topic, qos: 1 }] })
      return answer(
        'a SUBACK',
        (one) => (one.cmd === 'suback' && one.messageId === messageId ? Number(one.granted[0]) : undefined),
        until,
      )
    },
    /** Resolves once a ping is answered: the connection is alive. */
    async ping(until: AbortSignal) {
      wire.send({ cmd: 'pingreq' })
      await answer('a PINGRESP', (one) => when(one.cmd === 'pingresp'), until)
    },
    /** Resolves to what `find` makes of a message of the server. */
    message: <T>(
      what: string,
      find: (packet: IPublishPacket) => T | undefined,
      until: AbortSignal,
    ): Promise<T> =>
      watch.until(
        what,
        () => {
          for (const packet of received) {
            const found = find(packet)
            if (found !== undefined) return found
          }
          return undefined
        },
        until,
      ),
    /** Resolves once the server has closed the connection. */
    closed: (until: AbortSignal) => watch.until('the end of the connection', () => when(closed), until),
    /** Breaks the connection. */
    cut: wire.cut,
    /** Disconnects properly. */
    leave() {
      wire.send({ cmd: 'disconnect' })
      socket.end()
    },
  }
}
export type Client = Awaited<ReturnType<typeof openClient>>
