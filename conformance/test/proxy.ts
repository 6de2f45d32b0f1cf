import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { generate, type Packet, parser } from 'mqtt-packet'
import { onTestFinished } from 'vitest'

/** What a proxy may do to a packet: pass it on, changed or not, or drop it (null). */
export type Tampering = {
  /** `answer` sends a packet back to the unit. */
  readonly fromUnit?: (packet: Packet, answer: (packet: Packet) => void) => Packet | null
  readonly toUnit?: (packet: Packet) => Packet | null
}

/** Stands between a sound unit and its broker, and makes a faulty unit of it. Resolves to its port. */
export async function openProxy(port: number, { fromUnit, toUnit }: Tampering): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((unit) => {
    const broker = connect(port, '127.0.0.1')
    const send = (to: Socket) => (packet: Packet | null) => {
      if (packet && to.writable) to.write(generate(packet, { protocolVersion: 4 }))
    }
    function pump(from: Socket, to: Socket, alter: (packet: Packet) => Packet | null) {
      sockets.add(from)
      const parse = parser({ protocolVersion: 4 })
      parse.on('packet', (packet) => send(to)(alter(packet)))
      from.on('data', (chunk: Buffer) => parse.parse(chunk))
      from.on('error', () => undefined).on('close', () => to.destroy())
    }
    pump(unit, broker, (packet) => (fromUnit ? fromUnit(packet, send(unit)) : packet))
    pump(broker, unit, (packet) => (toUnit ? toUnit(packet) : packet))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Changes the JSON of messages on topics that end with `topic`; null drops a message. */
export const rewriting =
  (topic: string, change: (message: Record<string, unknown>) => object | null) =>
  (packet: Packet): Packet | null => {
    if (packet.cmd !== 'publish' || !packet.topic.endsWith(topic)) return packet
    const json = JSON.parse(packet.payload.toString())
    const parts = [json]
      .flat()
      .map((part: Record<string, unknown>) => change(part))
      .filter((part) => part !== null)
    if (parts.length === 0) return null
    return { ...packet, payload: JSON.stringify(Array.isArray(json) ? parts : parts[0]) }
  }
