import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { BlockList, isIPv6, type LookupFunction } from 'node:net'

const notPublic = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv4')
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
/** Networks of 2000::/3 that carry IPv4 addresses, and those of documentation. */
for (const [network, prefix] of [
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv6')

/** True for an address of the public internet: not of this machine, its networks, or others that are not routed. */
export const isPublicAddress = (address: string): boolean =>
  isIPv6(address)
    ? global6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
    : !notPublic.check(address, 'ipv4')

type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void

/**
 * Returns a look-up for connections that fails for names with an address that is not public, so that a name cannot lead to
 * what only this server reaches. The name `localhost` is unambiguous: it is reached only if the operator has named it.
 */
export const publicLookup =
  (resolve: Resolve = lookup): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const found = error ? [] : addresses
      const hidden = hostname === 'localhost' ? undefined : found.find((one) => !isPublicAddress(one.address))
      const [first] = found
      const fault = error ?? (hidden || !first ? new Error(`${hostname} has no public address`) : null)
      if (fault || !first) callback(fault ?? new Error(hostname), '')
      else if (options.all) callback(null, [...found])
      else callback(null, first.address, first.family)
    })
  }
