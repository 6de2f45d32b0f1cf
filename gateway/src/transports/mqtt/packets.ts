import { DeviceFault } from '../fault.ts'
import type { SizeOf } from '../pieces.ts'

/** Limit on a packet. */
const MAX_PACKET = 1024 * 1024
const MAX_LENGTH_BYTES = 4
const CONNACK = 2
const PUBLISH = 3
const PUBACK = 4
const SUBACK = 9
const UNSUBACK = 11
const PINGRESP = 13
const AFTER_CONNACK = new Set([PUBLISH, SUBACK, UNSUBACK, PINGRESP])

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

/** What a broker may send: `mostQos` is that of the subscriptions, `acknowledges` whether anything is published with QoS 1. */
type Allowed = { readonly mostQos: 0 | 1; readonly acknowledges: boolean }

/**
 * Reads the headers of what a broker sends, and lets through only what belongs to a subscription: the library keeps packets
 * of QoS 2 until they are released, and answers each of QoS 1.
 */
export function openPackets(
  { mostQos, acknowledges }: Allowed = { mostQos: 0, acknowledges: false },
): SizeOf {
  const isAllowed = (kind: number) => AFTER_CONNACK.has(kind) || (acknowledges && kind === PUBACK)
  let connected = false
  return (header) => {
    const first = header[0] ?? 0
    const kind = first >> 4
    const found = lengthIn(header)
    if (connected ? !isAllowed(kind) : kind !== CONNACK) throw breach(`packet ${kind}`)
    const qos = (first >> 1) & 3
    if (kind === PUBLISH && qos > mostQos) throw breach(`QoS ${qos}`)
    if (found === null) return null
    if (found.length > MAX_PACKET) throw new DeviceFault('too_large')
    connected = true
    return 1 + found.bytes + found.length
  }
}
