import { Duplex, Transform } from 'node:stream'
import { connectionFault, type DeviceFault } from '../fault.ts'
import { openMeter } from '../pieces.ts'
import { openSocket } from '../socket.ts'
import { openPackets } from './packets.ts'

type Broker = {
  readonly scheme: 'mqtt' | 'mqtts'
  readonly host: string
  readonly port: number
  /** PEM of the CA to trust instead of the public ones; null = those. */
  readonly ca: string | null
}

/** Connects to a broker. What it must not send ends the connection, is reported to `onBreach` and never parsed. */
export function openStream(
  { scheme, host, port, ca }: Broker,
  onBreach: (fault: DeviceFault) => void,
  packets = openPackets(),
): Duplex {
  const socket = openSocket({ isSecure: scheme === 'mqtts', host, port, ca })
  const take = openMeter(packets)
  const readable = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      try {
        take(bytes)
        done(null, bytes)
      } catch (error) {
        onBreach(connectionFault(error))
        stream.destroy()
      }
    },
  })
  socket.pipe(readable)
  const stream = Duplex.from({ readable, writable: socket })
  // The writable half would stay open, and the connection's end be noticed by a missing answer to a ping alone.
  stream.on('end', () => stream.destroy())
  // The socket outlives a stream that is destroyed before it has connected.
  stream.on('close', () => socket.destroy())
  return stream
}
