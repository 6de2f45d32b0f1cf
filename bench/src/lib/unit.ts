import { once } from 'node:events'
import { connect as dial } from 'node:net'
import { type TopicName, topics } from '@kellersonne/contract/telemetry/device'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { generate, type Packet, parser } from 'mqtt-packet'
import { SECRET } from './fleet.ts'

const PACKET_IDS = 65_535

type UpTopic = Exclude<TopicName, 'command'>

export type Unit = {
  readonly sn: SerialNumber
  /** QoS 1; `onAck` is called on PUBACK, but never if the connection is lost before. */
  publish(payload: string, onAck: () => void, topic?: UpTopic): void
  /** Sends raw bytes; resolves once there is room for more, or the connection is lost. */
  write(bytes: Buffer): Promise<void>
  end(): void
  /** Closes the connection without sending pending data. */
  cut(): void
}

/**
 * Connects a minimal storage unit for load tests: MQTT 3.1.1 over a plain socket, so that a thousand of them are cheap.
 * Rejects if the broker refuses it; `onLost` is called if the connection is lost later.
 */
export async function connectUnit(
  port: number,
  sn: SerialNumber,
  onLost: () => void = () => undefined,
): Promise<Unit> {
  const socket = dial({ port, host: '127.0.0.1', noDelay: true })
  const waiting = new Map<number, () => void>()
  let lastId = 0

  const accepted = Promise.withResolvers<void>()
  function onPacket(packet: Packet) {
    if (packet.cmd === 'connack' && packet.returnCode === 0) accepted.resolve()
    else if (packet.cmd === 'connack') accepted.reject(new Error(`refused with ${packet.returnCode}`))
    else if (packet.cmd === 'puback' && packet.messageId !== undefined) {
      const onAck = waiting.get(packet.messageId)
      waiting.delete(packet.messageId)
      onAck?.()
    }
  }
  const incoming = parser()
  incoming.on('packet', onPacket)
  socket.on('data', (chunk) => incoming.parse(chunk))
  socket.on('error', (error) => accepted.reject(error))
  socket.on('close', () => accepted.reject(new Error('closed')))
  socket.write(
    generate({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      clientId: sn,
      keepalive: 0,
      username: sn,
      password: Buffer.from(SECRET),
    }),
  )
  await accepted.promise
  socket.on('close', onLost)

  return {
    sn,
    publish(payload, onAck, topic = 'reading') {
      lastId = (lastId % PACKET_IDS) + 1
      waiting.set(lastId, onAck)
      const head = { cmd: 'publish', topic: topics[topic].of(sn), qos: 1, dup: false, retain: false } as const
      socket.write(generate({ ...head, messageId: lastId, payload }))
    },
    async write(bytes) {
      if (socket.write(bytes)) return
      await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined)
    },
    cut: () => void socket.off('close', onLost).destroy(),
    end: () => void socket.off('close', onLost).end(),
  }
}

/** Connects all units, a few at a time. */
export async function connectUnits(port: number, sns: readonly SerialNumber[]): Promise<Unit[]> {
  const AT_ONCE = 50
  const units: Unit[] = []
  for (let i = 0; i < sns.length; i += AT_ONCE)
    units.push(...(await Promise.all(sns.slice(i, i + AT_ONCE).map((sn) => connectUnit(port, sn)))))
  return units
}

export function endUnits(units: readonly Unit[]): void {
  for (const unit of units) unit.end()
}
