import type { Socket } from 'node:net'
import { MAX_PACKET_BYTES } from '@kellersonne/contract/telemetry/device'
import { generate, type Packet, parser } from 'mqtt-packet'

/** Follows the lengths of the packets in a stream; returns false as soon as one has more than `most` bytes. */
function packetSizes(most: number) {
  let [toSkip, header, length] = [0, 0, 0]
  return (chunk: Buffer): boolean => {
    for (let at = 0; at < chunk.length; ) {
      if (toSkip > 0) {
        const skipped = Math.min(toSkip, chunk.length - at)
        toSkip -= skipped
        at += skipped
        continue
      }
      const byte = chunk[at] ?? 0
      at += 1
      header += 1
      if (header === 1) continue
      length += (byte & 127) * 128 ** (header - 2)
      if (header + length > most) return false
      if (byte >= 128) continue
      ;[toSkip, header, length] = [length, 0, 0]
    }
    return true
  }
}

type Deps = {
  readonly onPacket: (packet: Packet) => void
  /** Called once, with the reason if it is the other side's fault. */
  readonly onClose: (fault: string | null) => void
}

/** Packets of MQTT 3.1.1 over a socket; ends the connection when what arrives is no such packet or too large. */
export function openWire(socket: Socket, { onPacket, onClose }: Deps) {
  const isSmall = packetSizes(MAX_PACKET_BYTES)
  const parse = parser({ protocolVersion: 4 })
  let fault: string | null = null
  function end(why: string) {
    fault ??= why
    socket.destroy()
  }
  parse.on('packet', (packet) => {
    if (!socket.destroyed) onPacket(packet)
  })
  parse.on('error', (error) => end(`no MQTT 3.1.1: ${error.message}`))
  socket.on('data', (chunk: Buffer) => {
    if (isSmall(chunk)) parse.parse(chunk)
    else end(`a packet of more than ${MAX_PACKET_BYTES} bytes`)
  })
  // An error ends in a close.
  socket.on('error', () => undefined)
  socket.on('close', () => onClose(fault))
  return {
    send(packet: Packet) {
      if (!socket.destroyed && socket.writable) socket.write(generate(packet, { protocolVersion: 4 }))
    },
    /** Breaks the connection without a DISCONNECT. */
    cut: () => socket.destroy(),
  }
}
export type Wire = ReturnType<typeof openWire>
