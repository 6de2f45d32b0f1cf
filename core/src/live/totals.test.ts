import { describe, expect, it } from 'vitest'
import { percent, volts, wattHours, watts } from '../units/units.ts'
import { liveSystem, now } from './test/live-system.ts'
import { ruleOf, total } from './totals.ts'

const ago = (ms: number) => new Date(now.getTime() - ms)
const MINUTE = 60_000

describe('the total', () => {
  const one = liveSystem(1, {
    powers: { grid: watts(-400), pv: watts(1600), battery: watts(-1000) },
    soc: percent(60),
    capacity: wattHours(9000),
    gridVoltage: volts(230),
    lastOnline: ago(1000),
    messages: [{ code: 'i2', since: null }],
  })
  const two = liveSystem(2, {
    powers: { grid: watts(100), pv: watts(500), battery: null },
    soc: percent(20),
    capacity: wattHours(3000),
    gridVoltage: volts(234),
    lastOnline: ago(5000),
    messages: [{ code: 'ein', since: null }],
  })
  const stale = { ...two, lastOnline: ago(20 * MINUTE) }

  it('ENT-05 sums powers, averages voltage, weighs state of charge by capacity', () => {
    expect(total([one, two], now)).toMatchObject({
      powers: { grid: -300, pv: 2100, battery: -1000 },
      gridVoltage: 232,
      soc: 50,
      lastOnline: ago(5000),
      excluded: [],
    })
  })

  it('ENT-05 averages state of charge evenly where a capacity is not known', () => {
    expect(total([one, { ...two, capacity: null }], now).soc).toBe(40)
  })

  it('ENT-05 unites messages, each with its serial number', () => {
    expect(total([one, two], now).messages).toEqual([
      { code: 'i2', since: null, sn: one.sn },
      { code: 'ein', since: null, sn: two.sn },
    ])
  })

  it('ENT-05 last online is the oldest, and not known where one was never seen', () => {
    expect(total([one, stale], now).lastOnline).toEqual(stale.lastOnline)
    expect(total([one, { ...two, lastOnline: null }], now).lastOnline).toBeNull()
  })

  it('PRD-05 leaves stale systems out of powers, but not of the day', () => {
    const all = total([one, stale], now)
    expect(all.powers.pv).toBe(1600)
    expect(all.soc).toBe(60)
    expect(all.excluded).toEqual([stale])
    expect(all.today.pv).toBe(2 * (one.today.pv ?? 0))
  })

  it('PRD-05 of no system is nothing, in the time of Berlin', () => {
    expect(total([], now)).toMatchObject({
      powers: { grid: null, pv: null, battery: null },
      soc: null,
      timeZone: 'Europe/Berlin',
      excluded: [],
    })
    expect(total([{ ...one, timeZone: 'Europe/Zurich' }], now).timeZone).toBe('Europe/Zurich')
  })

  it('PRD-05 counts all where all are stale', () => {
    expect(total([stale], now)).toMatchObject({ powers: { pv: 500 }, excluded: [] })
  })

  it('ENT-05 names the rule by which state of charge was made', () => {
    const same = { ...two, capacity: one.capacity }
    expect([ruleOf('soc', [one, two]), ruleOf('soc', [one, same]), ruleOf('soc', [one])]).toEqual([
      ...['weighted', 'mean', 'mean'],
    ])
    expect(ruleOf('soc', [one, { ...two, capacity: null }])).toBe('mean')
    expect([ruleOf('voltage', [one, two]), ruleOf('charged', [one, two])]).toEqual(['mean', 'sum'])
  })
})
