import { createServer, type Socket } from 'node:net'
import { listenForTest } from '@kellersonne/testing/listen'
import type { IPublishPacket, Packet } from 'mqtt-packet'
import { openWire, type Wire } from '../src/wire.ts'

export type Faulty = {
  readonly connack?: (packet: Packet & { cmd: 'connect' }) => number
  readonly publish?: (wire: Wire, packet: IPublishPacket) => void
  readonly suback?: number
}

/** Starts an MQTT server that accepts everything, except what a test wants refused. Resolves to its port. */
export function openFaulty({ connack = () => 0, publish, suback = 1 }: Faulty): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    const wire = openWire(socket, {
      onPacket(packet) {
        if (packet.cmd === 'connect')
          wire.send({ cmd: 'connack', returnCode: connack(packet), sessionPresent: false })
        if (packet.cmd === 'subscribe')
          wire.send({ cmd: 'suback', messageId: packet.messageId ?? 0, granted: [suback] })
        if (packet.cmd === 'pingreq') wire.send({ cmd: 'pingresp' })
        if (packet.cmd !== 'publish') return
        if (publish) publish(wire, packet)
        else wire.send({ cmd: 'puback', messageId: packet.messageId ?? 0 })
      },
      onClose: () => undefined,
    })
  })
  return listenForTest(server, sockets)
}
