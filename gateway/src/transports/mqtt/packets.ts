import { DeviceFault } from '../fault.ts'
import type { SizeOf } from '../pieces.ts'

/** Limit on a packet. */
const MAX_PACKET = 1024 * 1024
const MAX_LENGTH_BYTES = 4
const CONNACK = 2
const PUBLISH = 3
const SUBACK = 9
const PINGRESP = 13
const AFTER_CONNACK = new Set([PUBLISH, SUBACK, PINGRESP])

const breach = (detail: string) => new DeviceFault('half_answer', '', detail)

/** Parses MQTT's variable length (MQTT 3.1.1, 2.2.3); null if it is not complete. */
function lengthIn(header: Buffer): { readonly length: number; readonly bytes: number } | null {
  let length = 0
  for (let i = 0; i < MAX_LENGTH_BYTES; i += 1) {
    const byte = header[i + 1]
    if (byte === undefined) return null
    length += (byte & 0x7f) * 128 ** i
    if (byte < 0x80) return { length, bytes: i + 1 }
  }
  throw breach('packet length')
}

/**
 * Reads the headers of what a broker sends. Only what belongs to a subscription with QoS 0 is let through: the library
 * keeps packets of a higher QoS until they are released, and answers each.
 */
export function openPackets(): SizeOf {
  let connected = false
  return (header) => {
    const first = header[0] ?? 0
    const kind = first >> 4
    const found = lengthIn(header)
    if (connected ? !AFTER_CONNACK.has(kind) : kind !== CONNACK) throw breach(`packet ${kind}`)
    const qos = (first >> 1) & 3
    if (kind === PUBLISH && qos > 0) throw breach(`QoS ${qos}`)
    if (found === null) return null
    if (found.length > MAX_PACKET) throw new DeviceFault('too_large')
    connected = true
    return 1 + found.bytes + found.length
  }
}
