const MOST_HOSTS = 16
const SCHEME = /^[a-z]+:\/\//

/** An address taken apart: `user` with its `@`, `rest` from the path on. */
export type AddressParts = {
  readonly scheme: string
  readonly user: string
  readonly hosts: readonly string[]
  readonly rest: string
}

/** Takes an address apart that may name several hosts, as `amqp://user:password@a:5672,b:5672/x`; null if it is none. */
export function addressParts(address: string): AddressParts | null {
  const [scheme] = SCHEME.exec(address) ?? []
  if (scheme === undefined) return null
  const text = address.slice(scheme.length)
  const end = text.search(/[/?#]/)
  const authority = end < 0 ? text : text.slice(0, end)
  const user = authority.slice(0, authority.lastIndexOf('@') + 1)
  return {
    ...{ scheme, user, hosts: authority.slice(user.length).split(',') },
    rest: text.slice(authority.length),
  }
}

/** Throws `RangeError` for too many hosts, and for one that is named twice. */
export function checkHosts(hosts: readonly string[]): void {
  if (hosts.length > MOST_HOSTS) throw new RangeError(`more than ${MOST_HOSTS} hosts`)
  if (new Set(hosts).size < hosts.length) throw new RangeError('a host is named twice')
}

/** Returns an address per host. Throws `RangeError`, saying what is wrong, if that is not possible. */
export function perHost(address: string): readonly string[] {
  const parts = addressParts(address)
  if (!parts) throw new RangeError('not an address')
  const { scheme, user, hosts, rest } = parts
  checkHosts(hosts)
  const each = hosts.map((host) => scheme + user + host + rest)
  if (!each.every((one) => URL.canParse(one) && new URL(one).hostname !== ''))
    throw new RangeError(hosts.includes('') ? 'a host is missing' : 'not an address')
  return each
}
