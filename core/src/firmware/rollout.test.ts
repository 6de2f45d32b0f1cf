import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byTurn, isInRollout, mustPause, offers } from './rollout.ts'

const release = (chip: string, version: string, share = 100) => ({ chip, version, share })

describe('a roll-out', () => {
  it('HND-03 reaches about as many systems as its share says, and keeps those it had', () => {
    const sns = Array.from({ length: 10_000 }, (_, i) => String(1000 + i))
    for (const share of [1, 10, 50, 90]) {
      const reached = sns.filter((sn) => isInRollout(release('bms', '2.5.0', share), sn))
      expect(Math.abs(reached.length / 100 - share)).toBeLessThan(2)
      expect(reached.every((sn) => isInRollout(release('bms', '2.5.0', share + 5), sn))).toBe(true)
    }
    expect(sns.some((sn) => isInRollout(release('bms', '2.5.0', 0), sn))).toBe(false)
    expect(sns.every((sn) => isInRollout(release('bms', '2.5.0', 100), sn))).toBe(true)
  })

  it('HND-03 goes on with the same systems after the portal has been updated', () => {
    const sns = Array.from({ length: 60 }, (_, i) => String(1001 + i))
    const reached = sns.filter((sn) => isInRollout(release('bms', '2.5.0', 10), sn))
    expect(reached).toEqual(['1027', '1036', '1043', '1045', '1060'])
  })

  it('HND-03 begins with others each time', () => {
    const sns = Array.from({ length: 1000 }, (_, i) => String(i))
    const first = (version: string) => sns.filter((sn) => isInRollout(release('bms', version, 10), sn))
    const again = first('2.5.0').filter((sn) => first('2.6.0').includes(sn))
    expect(again.length).toBeLessThan(40)
  })

  it('HND-03 stops where several fail that are more than a few of all', () => {
    expect(mustPause({ finished: 0, failed: 2 })).toBe(false)
    expect(mustPause({ finished: 0, failed: 3 })).toBe(true)
    expect(mustPause({ finished: 27, failed: 3 })).toBe(false)
    expect(mustPause({ finished: 26, failed: 3 })).toBe(true)
  })

  it('UPD-11 offers the newest for each chip there is, in the order of their turns', () => {
    const all = [
      release('gateway', '3.2.0'),
      release('bms', '2.4.0'),
      release('bms', '2.5.0'),
      release('display', '1.1'),
      release('inverter', '1.9.2'),
      release('charger', '9'),
    ]
    const versions = { bms: '2.4.0', inverter: '1.9.2', gateway: '3.1.0', display: '1.0', other: 'unknown' }
    expect(offers(all, '1001', versions).map(({ chip, version }) => `${chip} ${version}`)).toEqual([
      ...['bms 2.5.0', 'display 1.1', 'gateway 3.2.0'],
    ])
  })

  it('UPD-11 offers the newest, whichever was published last', () => {
    const all = ['2.5.0', '2.6.0', '2.5.1'].map((version) => release('bms', version))
    for (const releases of [all, all.toReversed()])
      expect(offers(releases, '1001', { bms: '2.4.0' }).map(({ version }) => version)).toEqual(['2.6.0'])
  })

  it('UPD-11 offers the one before to whom the newest has not reached', () => {
    const all = [release('bms', '2.5.0'), release('bms', '2.6.0', 0)]
    expect(offers(all, '1001', { bms: '2.4.0' }).map(({ version }) => version)).toEqual(['2.5.0'])
    expect(offers(all, '1001', { bms: 'beta' })).toEqual([])
  })

  it('UPD-11 never offers an older one, nor anything for a chip that is not there', () => {
    const version = fc.tuple(fc.nat(3), fc.nat(3)).map((parts) => parts.join('.'))
    fc.assert(
      fc.property(fc.array(version), version, (versions, runs) => {
        const found = offers(
          versions.map((one) => release('bms', one)),
          '1',
          { bms: runs },
        )
        for (const { version: one } of found) expect(Number(one) > Number(runs)).toBe(true)
        expect(
          offers(
            versions.map((one) => release('bms', one)),
            '1',
            { inverter: runs },
          ),
        ).toEqual([])
      }),
    )
  })

  it('UPD-11 has the gateway last', () => {
    expect(['gateway', 'z', 'inverter', 'a', 'bms'].toSorted(byTurn)).toEqual([
      ...['bms', 'inverter', 'a', 'z', 'gateway'],
    ])
  })
})
