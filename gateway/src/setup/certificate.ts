import { once } from 'node:events'
import { connect } from 'node:tls'
import { fingerprintOf } from '../transports/http/request.ts'

const PATIENCE_MS = 5000

/** Resolves to the fingerprint of a device's self-signed certificate; undefined for any other, or if unreachable. */
export async function ownCertificate(host: string, port: number): Promise<string | undefined> {
  // Nothing is sent to the device: this only fetches its certificate.
  const socket = connect({ host, port, rejectUnauthorized: false }).on('error', () => undefined)
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(PATIENCE_MS) })
    return socket.authorized ? undefined : fingerprintOf(socket)
  } catch {
    return undefined
  } finally {
    socket.destroy()
  }
}
