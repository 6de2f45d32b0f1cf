import { describe, expect, it } from 'vitest'
import { percent, watts } from '../units/units.ts'
import { sentenceOf, summarize } from './summary.ts'
import { liveSystem, now } from './test/live-system.ts'
import { total } from './totals.ts'

const powers = (grid: number, pv: number, battery: number) => ({
  grid: watts(grid),
  pv: watts(pv),
  battery: watts(battery),
})
const stale = { lastOnline: new Date('2026-06-18T07:58:00Z') }
const stops = { messages: [{ code: 'i2', since: null }] }
const judge = (...systems: ReturnType<typeof liveSystem>[]) =>
  summarize(systems, total(systems, now).powers, now)

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
    ['grid', powers(710, 0, 0)],
    ['grid', powers(710, 4, -4)],
    ['quiet', powers(0, 0, 0)],
    ['unknown', { ...powers(1, 2, 3), battery: null }],
    ['unknown', { ...powers(1, 2, 3), grid: null }],
    ['unknown', { ...powers(1, 2, 3), pv: null }],
  ] as const)('DSH-06 says %s of %o', (sentence, given) => {
    expect(sentenceOf(given)).toBe(sentence)
  })

  it('DSH-09 says that nothing is heard where all systems are silent', () => {
    expect(judge(liveSystem(1, stale), liveSystem(2, stale))).toMatchObject({
      sentence: 'silent',
      freshness: 'stale',
      subline: null,
    })
    expect(judge(liveSystem(1, stale), liveSystem(2)).sentence).toBe('sunAndCharge')
  })
})

describe('what is said besides', () => {
  it('DSH-06 names systems that a message stops, and what the others do', () => {
    const [one, two, three] = [liveSystem(1), liveSystem(2, stops), liveSystem(3)]
    const said = judge(one, two, three)
    expect(said.stopped).toEqual([two])
    expect(said.subline).toEqual({ name: 'othersCharge', others: [one, three], fedIn: true })
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

  it('DSH-06 nothing where the sentence has said all', () => {
    expect(judge(liveSystem(1, { powers: powers(0, 0, 620) })).subline).toBeNull()
  })
})

describe('the status line', () => {
  it('DSH-09 all is normal', () => {
    expect(judge(liveSystem(1)).status).toEqual({ name: 'normal' })
  })

  it('ENT-06 counts open messages and names their systems and gravity', () => {
    const two = liveSystem(2, {
      messages: [
        { code: 'relay', since: null },
        { code: 'ein', since: null },
      ],
    })
    expect(judge(liveSystem(1), two).status).toEqual({
      name: 'open',
      count: 1,
      severity: 'danger',
      systems: [two],
    })
    expect(judge(liveSystem(1, stops)).status).toMatchObject({ severity: 'warn' })
    expect(judge(liveSystem(1, stops), two).status).toMatchObject({ count: 2, severity: 'danger' })
  })

  it('DSH-09 no data: since the last word, of the silent ones', () => {
    const two = liveSystem(2, stale)
    expect(judge(liveSystem(1), two).status).toEqual({
      name: 'noData',
      since: stale.lastOnline,
      systems: [two],
    })
    expect(judge(liveSystem(1, { lastOnline: null })).status).toMatchObject({ name: 'noData', since: null })
    const longer = liveSystem(3, { lastOnline: new Date('2026-06-18T05:00:00Z') })
    expect(judge(longer, two).status).toMatchObject({ since: stale.lastOnline, systems: [longer, two] })
  })

  it('DSH-09 where nothing is heard any more, that goes before messages', () => {
    expect(judge(liveSystem(1, { ...stale, ...stops })).status.name).toBe('noData')
  })
})
