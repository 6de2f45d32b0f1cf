import { describe, expect, it } from 'vitest'
import { networkOf, siteOf } from './network.ts'

describe('who is behind an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7', '192.0.2'],
    ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2'],
    ['2001:db8:1:2:a:b:c:d', '2001:db8:1:2', '2001:db8:1'],
    ['2001:db8::1', '2001:db8:0:0', '2001:db8:0'],
    ['::1', '0:0:0:0', '0:0:0'],
    ['192.0.2.7:50123', '192.0.2.7', '192.0.2'],
    ['[2001:db8::1]:50123', '2001:db8:0:0', '2001:db8:0'],
    ['[2001:db8::1]', '2001:db8:0:0', '2001:db8:0'],
    [undefined, 'gone', 'gone'],
  ])('AUT-07 AUT-13 %s is of the network %s and the site %s', (ip, network, site) => {
    expect([networkOf(ip), siteOf(ip)]).toEqual([network, site])
  })
})
