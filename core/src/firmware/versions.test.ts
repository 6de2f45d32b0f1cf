import { describe, expect, it } from 'vitest'
import { compareVersions, isNewer, isVersion } from './versions.ts'

describe('versions', () => {
  it.each([
    ['2.4.0', '2.3.9', 1],
    ['3.16', '3.9', 1],
    ['3.16', '3.18', -1],
    ['2.4', '2.4.0', 0],
    ['10', '9.9.9.9', 1],
    ['1.0.0.1', '1', 1],
  ])('UPD-02 %s against %s', (a, b, sign) => {
    expect(Math.sign(compareVersions(a, b) ?? Number.NaN)).toBe(sign)
    expect(Math.sign(-(compareVersions(b, a) ?? Number.NaN)) || 0).toBe(sign)
    expect(isNewer(a, b)).toBe(sign > 0)
  })

  it.each(['', '1.', '.1', 'v1', '1.2.3.4.5', '1.2-rc', '-1', '1e3', ' 1', '1\n'])(
    'UPD-02 %j is none, and newer than nothing',
    (text) => {
      expect(isVersion(text)).toBe(false)
      expect([compareVersions(text, '1'), isNewer(text, '0'), isNewer('1', text)]).toEqual([
        null,
        false,
        false,
      ])
    },
  )
})
