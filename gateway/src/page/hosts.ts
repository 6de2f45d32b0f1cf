import { isIP } from 'node:net'
import { hostname } from 'node:os'

/** The host of a `Host` header without its port, in small letters. */
function nameOf(header: string): string {
  if (header.startsWith('[')) return header.slice(1, Math.max(1, header.indexOf(']')))
  return header.split(':', 1)[0]?.toLowerCase() ?? ''
}

/**
 * Whether a browser may see the page under this name. A foreign website can point its own name to an address in the
 * house (DNS rebinding), but no address, and no name that ends as those of a house do.
 */
export function isOwnHost(header: string | undefined, names: readonly string[]): boolean {
  const name = nameOf(header ?? '')
  if (name === '') return false
  const own = ['localhost', hostname().toLowerCase(), ...names.map((one) => one.toLowerCase())]
  return isIP(name) !== 0 || own.includes(name) || /\.(?:local|home\.arpa|fritz\.box)$/.test(name)
}
