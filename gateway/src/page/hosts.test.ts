import { expect, it } from 'vitest'
import { isOwnHost } from './hosts.ts'

it.each<[string | undefined, boolean]>([
  ['192.168.1.5:8070', true],
  ['[fe80::1]:8070', true],
  ['localhost', true],
  ['raspberrypi.local:8070', true],
  ['nas.fritz.box', true],
  ['own.example', true],
  ['evil.example', false],
  ['192.168.1.5.evil.example', false],
  ['local', false],
  ['', false],
  [undefined, false],
])('GWY-10 shows the page under %s: %s', (header, shown) => {
  expect(isOwnHost(header, ['own.example'])).toBe(shown)
})
