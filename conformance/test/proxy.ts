import { connect, createServer, type Socket } from 'node:net'
import { listenForTest } from '@kellersonne/testing/listen'
import { generate, type Packet, parser } from 'mqtt-packet'

/** What a proxy may do to a packet: pass it on, changed or not, or drop it (null). */
export type Tampering = {
  /** `answer` sends a packet back to the unit. */
  readonly fromUnit?: (packet: Packet, answer: (packet: Packet) => void) => Packet | null
  /** `cut` breaks the connection. */
  readonly toUnit?: (packet: Packet, cut: () => void) => Packet | null
}

/** Stands between a sound unit and its broker, and makes a faulty unit of it. Resolves to its port. */
export function openProxy(port: number, { fromUnit, toUnit }: Tampering): Promise<number> {
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
    pump(broker, unit, (packet) => (toUnit ? toUnit(packet, () => unit.destroy()) : packet))
  })
  return listenForTest(server, sockets)
}

const isObject = (part: unknown): part is Record<string, unknown> =>
  typeof part === 'object' && part !== null && !Array.isArray(part)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Changes the JSON objects on topics that end with `topic`; null drops one. What is no JSON object passes. */
export const rewriting =
  (topic: string, change: (message: Record<string, unknown>) => object | null) =>
  (packet: Packet): Packet | null => {
    if (packet.cmd !== 'publish' || !packet.topic.endsWith(topic)) return packet
    const json = parsed(packet.payload.toString())
    if (isObject(json)) {
      const changed = change(json)
      return changed === null ? null : { ...packet, payload: JSON.stringify(changed) }
    }
    if (!Array.isArray(json)) return packet
    const parts = json
      .map((part: unknown) => (isObject(part) ? change(part) : part))
      .filter((part) => part !== null)
    return json.length > 0 && parts.length === 0 ? null : { ...packet, payload: JSON.stringify(parts) }
  }
