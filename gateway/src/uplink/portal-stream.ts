import type { Duplex } from 'node:stream'
import { openPackets } from '../transports/mqtt/packets.ts'
import { openStream } from '../transports/mqtt/stream.ts'

const PORTS = { mqtt: 1883, mqtts: 8883 }

/**
 * Connects to the portal's broker. Whoever breaks into the portal must not be able to fill the memory of all gateways: what
 * a broker must not send ends the connection and is reported.
 */
export function openPortalStream(
  brokerUrl: string,
  ca: string | null,
  onFault: (error: Error) => void,
): Duplex {
  const { protocol, hostname, port } = new URL(brokerUrl)
  const scheme = protocol === 'mqtt:' ? 'mqtt' : 'mqtts'
  const host = hostname.replace(/^\[|\]$/g, '')
  const broker = { scheme, host, port: Number(port) || PORTS[scheme], ca } as const
  return openStream(broker, onFault, openPackets({ mostQos: 1, acknowledges: true })).on('error', onFault)
}
