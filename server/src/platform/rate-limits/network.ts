const GONE = 'gone'
const GROUPS = 8
const NETWORK_GROUPS = 4
const SITE_GROUPS = 3

/** The IPv4 address that an address stands for, or null. */
function ipv4Of(ip: string): string | null {
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)
  return mapped?.[1] ?? (ip.includes(':') ? null : ip)
}

/** The first groups of an IPv6 address. */
function prefixOf(ip: string, groups: number): string {
  const [head = [], tail = []] = ip.split('::').map((part) => part.split(':').filter(Boolean))
  const gap = Array<string>(Math.max(0, GROUPS - head.length - tail.length)).fill('0')
  return [...head, ...gap, ...tail].slice(0, groups).join(':')
}

/**
 * Who is behind an address: an IPv4 address alone, or the /64 that one household has of IPv6. Whoever has gone by now
 * has no address any more: those are one network.
 */
export const networkOf = (ip: string | undefined): string =>
  ip === undefined ? GONE : (ipv4Of(ip) ?? prefixOf(ip, NETWORK_GROUPS))

/** All that one customer of a provider may have: the /24 of IPv4, the /48 of IPv6. */
export const siteOf = (ip: string | undefined): string =>
  ip === undefined ? GONE : (ipv4Of(ip)?.split('.').slice(0, 3).join('.') ?? prefixOf(ip, SITE_GROUPS))
