import { isIP, connect as plain, type Socket } from 'node:net'
import { connect as secure } from 'node:tls'

type Server = {
  readonly isSecure: boolean
  readonly host: string
  readonly port: number
  /** PEM of the CA to trust instead of the public ones; null = those. */
  readonly ca?: string | null
}

/** Connects, with TLS or without. An error that nobody else listens for is ignored: one of TLS may come after the end. */
export function openSocket({ isSecure, host, port, ca = null }: Server): Socket {
  const name = isIP(host) === 0 && { servername: host }
  const socket = isSecure
    ? secure({ host, port, ...name, ...(ca !== null && { ca }) })
    : plain({ host, port })
  return socket.on('error', () => undefined)
}
