import { networkOf, siteOf } from '../rate-limits/network.ts'
import { openTokenBuckets } from '../rate-limits/token-buckets.ts'

/**
 * Each takes the event loop up to half a millisecond, and a stranger need only replay a recorded packet. All units behind one address
 * may come back at once after an outage; deploy/nftables allows as many connections.
 */
const BOUNDS = [
  { of: networkOf, rate: { burst: 2000, everyMs: 10 } },
  { of: siteOf, rate: { burst: 8000, everyMs: 5 } },
]

/** Limits TLS handshakes. Returns what takes one of an address; false if its network or site has begun too many. */
export function limitHandshakes(now: () => Date) {
  const places = BOUNDS.map(({ of, rate }) => ({ of, buckets: openTokenBuckets<string>(rate, now) }))
  return (address: string | undefined): boolean =>
    places.every(({ of, buckets }) => buckets.take(of(address)))
}
