const GONE = 'gone'
const GROUPS = 8
const NETWORK_GROUPS = 4
const SITE_GROUPS = 3

/** Some proxies name a client's port, too, which is another one for each connection. */
const withoutPort = (ip: string) =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(ip)?.[1] ?? /^([\d.]+):\d+$/.exec(ip)?.[1] ?? ip

/** Returns the IPv4 address of a plain or IPv4-mapped address, or null. */
function ipv4Of(ip: string): string | null {
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)
  return mapped?.[1] ?? (ip.includes(':') ? null : ip)
}

/** Returns the first groups of an IPv6 address. */
function prefixOf(ip: string, groups: number): string {
  const [head = [], tail = []] = ip.split('::').map((part) => part.split(':').filter(Boolean))
  const gap = Array<string>(Math.max(0, GROUPS - head.length - tail.length)).fill('0')
  return [...head, ...gap, ...tail].slice(0, groups).join(':')
}

const networkOfAddress = (ip: string) => ipv4Of(ip) ?? prefixOf(ip, NETWORK_GROUPS)
const siteOfAddress = (ip: string) =>
  ipv4Of(ip)?.split('.').slice(0, 3).join('.') ?? prefixOf(ip, SITE_GROUPS)

/**
 * Returns the network of an address: the address itself for IPv4, the /64 of one household for IPv6. Clients that
 * have disconnected have no address any more and count as one network.
 */
export const networkOf = (ip: string | undefined): string =>
  ip === undefined ? GONE : networkOfAddress(withoutPort(ip))

/** Returns all that one customer of a provider may have: the /24 of IPv4, the /48 of IPv6. */
export const siteOf = (ip: string | undefined): string =>
  ip === undefined ? GONE : siteOfAddress(withoutPort(ip))
