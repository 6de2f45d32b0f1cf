import { isIP } from 'node:net'
import { hostname } from 'node:os'

/** Returns the host of a `Host` header without its port, in lower case. */
function nameOf(header: string): string {
  if (header.startsWith('[')) return header.slice(1, Math.max(1, header.indexOf(']')))
  return header.split(':', 1)[0]?.toLowerCase() ?? ''
}

/**
 * True if the page may be served under this host name. A foreign website can point its own name to an address on the
 * local network (DNS rebinding), but it cannot use an IP address or a name with a local suffix.
 */
export function isOwnHost(header: string | undefined, names: readonly string[]): boolean {
  const name = nameOf(header ?? '')
  if (name === '') return false
  const own = ['localhost', hostname().toLowerCase(), ...names.map((one) => one.toLowerCase())]
  return isIP(name) !== 0 || own.includes(name) || /\.(?:local|home\.arpa|fritz\.box)$/.test(name)
}
