import { once } from 'node:events'
import { connect } from 'node:tls'
import { fingerprintOf } from '../transports/http/request.ts'

const PATIENCE_MS = 5000

/** The fingerprint of a device's certificate if nobody known signed it; undefined otherwise, or if it is not there. */
export async function ownCertificate(host: string, port: number): Promise<string | undefined> {
  // Nothing is said to the device: this only asks for its certificate.
  const socket = connect({ host, port, rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(PATIENCE_MS) })
    return socket.authorized ? undefined : fingerprintOf(socket)
  } catch {
    return undefined
  } finally {
    socket.on('error', () => undefined).destroy()
  }
}
