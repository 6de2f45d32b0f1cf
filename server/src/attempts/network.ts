const GROUPS = 8
const NETWORK_GROUPS = 4

/** Who is behind an address: an IPv4 address alone, or the /64 that one household has of IPv6. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  if (!ip.includes(':')) return ip
  const [head = [], tail = []] = ip.split('::').map((part) => part.split(':').filter(Boolean))
  const gap = Array<string>(Math.max(0, GROUPS - head.length - tail.length)).fill('0')
  return [...head, ...gap, ...tail].slice(0, NETWORK_GROUPS).join(':')
}
