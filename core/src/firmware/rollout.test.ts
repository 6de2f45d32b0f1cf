import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Conditions } from './conditions.ts'
import { byTurn, isInRollout, mustPause, offers, reaches } from './rollout.ts'

const release = (chip: string, version: string, share = 100, conditions: Conditions = {}) => ({
  ...{ chip, version, share, conditions },
})
const system = (versions: Record<string, string>, sn = '1001', timeZone = 'Europe/Berlin') => ({
  ...{ sn, timeZone, versions },
})

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
    expect(mustPause({ finished: 0, failed: 2, failedOwners: 2 })).toBe(false)
    expect(mustPause({ finished: 0, failed: 3, failedOwners: 3 })).toBe(true)
    expect(mustPause({ finished: 27, failed: 3, failedOwners: 3 })).toBe(false)
    expect(mustPause({ finished: 26, failed: 3, failedOwners: 3 })).toBe(true)
  })

  it('HND-03 goes on where all that fail are those of two owners', () => {
    expect(mustPause({ finished: 0, failed: 20, failedOwners: 2 })).toBe(false)
    expect(mustPause({ finished: 0, failed: 20, failedOwners: 3 })).toBe(true)
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
    expect(offers(all, system(versions)).map(({ chip, version }) => `${chip} ${version}`)).toEqual([
      ...['bms 2.5.0', 'display 1.1', 'gateway 3.2.0'],
    ])
  })

  it('UPD-11 offers the newest, whichever was published last', () => {
    const all = ['2.5.0', '2.6.0', '2.5.1'].map((version) => release('bms', version))
    for (const releases of [all, all.toReversed()])
      expect(offers(releases, system({ bms: '2.4.0' })).map(({ version }) => version)).toEqual(['2.6.0'])
  })

  it('UPD-11 offers the one before to whom the newest has not reached', () => {
    const all = [release('bms', '2.5.0'), release('bms', '2.6.0', 0)]
    expect(offers(all, system({ bms: '2.4.0' })).map(({ version }) => version)).toEqual(['2.5.0'])
    expect(offers(all, system({ bms: 'beta' }))).toEqual([])
  })

  it('UPD-11 never offers an older one, nor anything for a chip that is not there', () => {
    const version = fc.tuple(fc.nat(3), fc.nat(3)).map((parts) => parts.join('.'))
    fc.assert(
      fc.property(fc.array(version), version, (versions, runs) => {
        const found = offers(
          versions.map((one) => release('bms', one)),
          system({ bms: runs }),
        )
        for (const { version: one } of found) expect(Number(one) > Number(runs)).toBe(true)
        expect(
          offers(
            versions.map((one) => release('bms', one)),
            system({ inverter: runs }),
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

  it.each<[string, Conditions, boolean]>([
    ['in the list', { only: ['1002', '1001'] }, true],
    ['not in the list', { only: ['1002'] }, false],
    ['from this version, however it is written', { from: ['1.0', '2.4'] }, true],
    ['from another version', { from: ['2.3.0'] }, false],
    ['in this time zone', { timeZones: ['Europe/Berlin'] }, true],
    ['in another time zone', { timeZones: ['Europe/Lisbon'] }, false],
  ])('HND-18 is for a group: %s', (_, conditions, expected) => {
    const one = release('bms', '2.5.0', 100, conditions)
    expect(offers([one], system({ bms: '2.4.0' }))).toEqual(expected ? [one] : [])
    expect(reaches(one, system({ bms: '2.4.0' }))).toBe(expected)
  })

  it.each([
    ['>=', '3.1.0', true],
    ['>=', '3.1.1', false],
    ['<=', '3.1', true],
    ['>', '3.1.0', false],
    ['<', '3.2', true],
    ['=', '3.1', true],
    ['=', '3.2', false],
  ] as const)(
    'HND-19 goes to no chip whose other chips do not fit: inverter %s %s',
    (comparison, version, fit) => {
      const one = release('bms', '2.5.0', 100, { requires: [{ chip: 'inverter', comparison, version }] })
      expect(offers([one], system({ bms: '2.4.0', inverter: '3.1.0' }))).toEqual(fit ? [one] : [])
      expect(offers([one], system({ bms: '2.4.0', inverter: 'beta' }))).toEqual([])
      expect(offers([one], system({ bms: '2.4.0' }))).toEqual([])
    },
  )

  it('HND-18 counts as reached who has it already, in its share and group', () => {
    const one = release('bms', '2.5.0', 100, { from: ['2.4.0'], timeZones: ['Europe/Berlin'] })
    expect(reaches(one, system({ bms: '2.5' }))).toBe(true)
    expect(reaches(one, system({ bms: '2.6.0' }))).toBe(false)
    expect(reaches(one, system({ bms: '2.5' }, '1001', 'Europe/Lisbon'))).toBe(false)
    expect(reaches({ ...one, share: 0 }, system({ bms: '2.5' }))).toBe(false)
    expect(reaches(one, system({}))).toBe(false)
  })
})
