import { describe, expect, it } from 'vitest'
import { attributeFlows } from '../energy/flows.ts'
import { NO_UPDATE } from '../firmware/status.ts'
import { TOTAL } from '../systems/systems.ts'
import { percent, watts } from '../units/units.ts'
import type { LiveSystem } from './live.ts'
import { sentenceOf } from './sentence.ts'
import { steadySystems } from './steady.ts'
import { summarize } from './summary.ts'
import { liveSystem, now } from './test/live-system.ts'

const powers = (grid: number, pv: number, battery: number) => ({
  grid: watts(grid),
  pv: watts(pv),
  battery: watts(battery),
})
const stale = { lastOnline: new Date('2026-06-18T07:58:00Z') }
const rests = { powers: powers(-400, 1600, 0) }
const stops = { messages: [{ code: 'i2', since: null }] }
const judge = (...systems: ReturnType<typeof liveSystem>[]) =>
  summarize(systems, TOTAL, steadySystems(null, systems, now), now)

describe('the sentence', () => {
  it.each([
    ['sunAndCharge', powers(-1210, 4820, -2960)],
    ['sunAndCharge', powers(0, 4820, -4170)],
    ['sunAndFeedIn', powers(-4710, 5340, 0)],
    ['sun', powers(0, 630, 0)],
    ['sunAndBattery', powers(0, 920, 1310)],
    ['sunAndBattery', powers(500, 920, 1310)],
    ['sunAndGrid', powers(1620, 1050, 0)],
    ['battery', powers(0, 0, 620)],
    ['batteryAndGrid', powers(1150, 0, 2400)],
    ['gridAndCharge', powers(710, 0, -180)],
    ['gridAndCharge', powers(180, 0, -180)],
    ['grid', powers(710, 0, 0)],
    ['grid', powers(710, 4, -4)],
    ['quiet', powers(0, 0, 0)],
    ['unknown', { ...powers(1, 2, 3), battery: null }],
    ['unknown', { ...powers(1, 2, 3), grid: null }],
    ['unknown', { ...powers(1, 2, 3), pv: null }],
  ] as const)('DSH-06 says %s of %o', (sentence, given) => {
    expect(sentenceOf({ powers: given, flows: attributeFlows(given), floats: false })).toBe(sentence)
  })

  it('DSH-06 says that the grid maintains the battery only where every unit that charges says so', () => {
    const charges = { powers: powers(710, 0, -180) }
    const floats = { ...charges, batteryStatus: 'float' }
    expect(judge(liveSystem(1, floats)).sentence).toBe('gridAndFloat')
    expect(judge(liveSystem(1, floats), liveSystem(2, { powers: powers(300, 0, 0) })).sentence).toBe(
      'gridAndFloat',
    )
    expect(judge(liveSystem(1, floats), liveSystem(2, charges)).sentence).toBe('gridAndCharge')
  })

  it('DSH-06 V7 of a total comes from the own flows of the systems', () => {
    const [one, two, three] = [
      liveSystem(1, { powers: powers(0, 190, -134) }),
      liveSystem(2, { powers: powers(734, 0, 0) }),
      liveSystem(3, { powers: powers(0, 191, -99) }),
    ]
    const { doing, sentence } = judge(one, two, three)
    expect(doing.flows).toMatchObject({ pvToBattery: 233, gridToBattery: 0, gridToHouse: 734 })
    expect([sentence, doing.floats]).toEqual(['sunAndGrid', false])
  })

  it('DSH-06 V7 does not speak of the grid where one phase feeds in what another draws', () => {
    const feeds = liveSystem(1, { powers: powers(-400, 600, 0) })
    const draws = liveSystem(2, { powers: powers(390, 0, 0) })
    expect(judge(feeds, draws)).toMatchObject({ sentence: 'sunAndFeedIn', subline: null })
  })

  it('DSH-09 says that no system reports where all are silent', () => {
    expect(judge(liveSystem(1, stale), liveSystem(2, stale))).toMatchObject({
      sentence: 'silent',
      offline: true,
      subline: null,
    })
    expect(judge(liveSystem(1, stale), liveSystem(2)).sentence).toBe('sunAndCharge')
  })
})

describe('what is not known of a total', () => {
  const off = { status: 'off', online: false } as const
  const withoutPv = { powers: { ...powers(-400, 1600, -980), pv: null } }
  it.each<[string, Partial<LiveSystem>[], string[]]>([
    ['nothing', [{}, {}], []],
    ['what a silent one does', [{}, stale, {}], ['1002']],
    ['what one switched off does', [off, {}], ['1001']],
    ['what a system with a missing power does', [{}, withoutPv, stale], ['1002', '1003']],
    ['what all do', [stale, stale], ['1001', '1002']],
  ])('DSH-16 is %s', (_, reported, sns) => {
    const { missing } = judge(...reported.map((one, i) => liveSystem(i + 1, one)))
    expect(missing.map(({ sn }) => sn)).toEqual(sns)
  })

  it('DSH-16 and nothing is said of the surplus of all then', () => {
    const feeds = liveSystem(1, { powers: powers(-400, 1600, -980) })
    expect(judge(feeds, liveSystem(2)).subline).toEqual({ name: 'surplusFedIn' })
    expect(judge(feeds, liveSystem(2, stale)).subline).toBeNull()
    const helped = liveSystem(1, { powers: powers(500, 920, 1310) })
    expect(judge(helped, liveSystem(2, stale)).subline).toBeNull()
    const stopped = liveSystem(2, { ...stops, ...rests })
    expect(judge(feeds, stopped).subline).toMatchObject({ name: 'othersCharge', fedIn: true })
    expect(judge(feeds, stopped, liveSystem(3, stale)).subline).toMatchObject({
      others: [feeds],
      fedIn: false,
    })
  })
})

it('DSH-16 nothing is said where the sums are known, but no system is', () => {
  const withoutGrid = liveSystem(1, { powers: { ...powers(0, 1600, -980), grid: null } })
  const withoutPv = liveSystem(2, { ...stops, powers: { ...powers(0, 0, 0), pv: null } })
  expect(judge(withoutGrid, withoutPv)).toMatchObject({ sentence: 'unknown', subline: null })
})

describe('the sentence of a state', () => {
  it.each<[string, Partial<LiveSystem>[]]>([
    ['never', [{ lastOnline: null, online: null }]],
    ['silent', [stale, { lastOnline: null, online: null }]],
    ['off', [{ status: 'off', ...rests }]],
    ['off', [{ status: 'off', online: false }]],
    [
      'standby',
      [
        { status: 'standby', ...rests },
        { status: 'standby', ...rests },
      ],
    ],
    ['sunAndCharge', [{ status: 'standby' }]],
    ['calibrates', [{ batteryStatus: 'calibrating' }]],
    ['updating', [{ online: false, update: { ...NO_UPDATE, isNew: true, isStarted: true, percent: 26 } }]],
    ['sunAndCharge', [{ status: 'off' }, {}]],
    [
      'sunAndFeedIn',
      [
        { status: 'off', ...rests },
        { status: 'standby', ...rests },
      ],
    ],
  ])('DSH-06 DSH-09 V10 V13 V16 %s', (sentence, reported) => {
    expect(judge(...reported.map((one, i) => liveSystem(i + 1, one))).sentence).toBe(sentence)
  })
})

describe('the line below', () => {
  it('DSH-06 names systems that a message stops, and what the others do', () => {
    const [one, two, three] = [liveSystem(1), liveSystem(2, { ...stops, ...rests }), liveSystem(3)]
    const output = judge(one, two, three)
    expect(output.stopped).toEqual([two])
    expect(output.subline).toEqual({ name: 'othersCharge', others: [one, three], fedIn: true })
  })

  it('DSH-06 says of no system that it does not charge while it is measured to', () => {
    expect(judge(liveSystem(1, { ...stops, powers: powers(0, 1600, -900) })).stopped).toEqual([])
    expect(judge(liveSystem(1, { ...stops, powers: powers(0, 0, 900) })).stopped).toEqual([])
    expect(judge(liveSystem(1, { ...stops, ...rests })).stopped).toHaveLength(1)
  })

  it('DSH-06 a message that does not stop its unit is not one of those', () => {
    expect(judge(liveSystem(1, { messages: [{ code: 'i1', since: null }] })).stopped).toEqual([])
  })

  it('DSH-06 names empty batteries beside those that still deliver', () => {
    const delivers = { powers: powers(380, 0, 800) }
    const [one, two] = [liveSystem(1, { ...delivers, soc: percent(3) }), liveSystem(2, delivers)]
    expect(judge(one, two).subline).toEqual({ name: 'empty', systems: [one], others: [two] })
  })

  it.each([
    ['surplusFedIn', powers(-400, 1600, -980)],
    ['batteryFedIn', powers(-400, 0, 1000)],
    ['gridHelpsOut', powers(500, 920, 1310)],
  ] as const)('DSH-06 %s', (name, given) => {
    expect(judge(liveSystem(1, { powers: given })).subline).toEqual({ name })
  })

  it('DSH-06 nothing where the sentence says all', () => {
    expect(judge(liveSystem(1, { powers: powers(0, 0, 620) })).subline).toBeNull()
  })
})
