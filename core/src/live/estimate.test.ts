import { describe, expect, it } from 'vitest'
import { percent, wattHours, watts } from '../units/units.ts'
import { type BatteryNow, estimate } from './estimate.ts'

const now = new Date('2026-06-18T11:42:00+02:00')
const given = (more: Partial<BatteryNow>): BatteryNow => ({
  battery: watts(-2960),
  capacity: wattHours(15_000),
  soc: percent(64),
  at: now,
  timeZone: 'Europe/Berlin',
  ...more,
})
const berlin = (text: string) => new Date(`2026-06-${text}:00+02:00`)

describe('when the battery is full or empty', () => {
  it('DSH-06 is what is missing over the present slope, rounded to 10 minutes', () => {
    expect(estimate(given({}), now)).toEqual({ end: 'full', at: berlin('18T13:30'), energy: 5400 })
    expect(estimate(given({ battery: watts(1200), soc: percent(58) }), now)).toEqual({
      end: 'empty',
      at: berlin('18T19:00'),
      energy: 8700,
    })
  })

  it.each([
    ['it rests', { battery: watts(0) }],
    ['it is small, and the meter not quite still', { battery: watts(-4), capacity: wattHours(100) }],
    ['it is slower than 2 % an hour', { battery: watts(-299) }],
    ['it is full', { soc: percent(100) }],
    ['it is empty', { battery: watts(900), soc: percent(0) }],
    ['the power is not known', { battery: null }],
    ['the capacity is not known', { capacity: null }],
    ['the capacity is nothing', { capacity: wattHours(0) }],
    ['the state of charge is not known', { soc: null }],
    ['it was never heard of', { at: null }],
    ['the data is older than 5 minutes', { at: new Date(now.getTime() - 300_001) }],
  ])('DSH-06 is not shown where %s', (_, more) => {
    expect(estimate(given(more), now)).toBeNull()
  })

  it('DSH-06 is estimated at 2 % an hour, of data 5 minutes old, up to noon itself', () => {
    const slow = given({ battery: watts(300), soc: percent(32), at: berlin('18T20:00') })
    expect(estimate(slow, berlin('18T20:05'))).toEqual({
      end: 'empty',
      at: berlin('19T12:00'),
      energy: 4800,
    })
  })

  it('DSH-06 is full within four hours, or nothing is said: the sun does not shine like that for longer', () => {
    expect(estimate(given({ battery: watts(-1350) }), now)?.at).toEqual(berlin('18T15:40'))
    expect(estimate(given({ battery: watts(-1349) }), now)).toBeNull()
  })

  it('DSH-06 is estimated to noon of the next day and no further', () => {
    const evening = (soc: number) => given({ battery: watts(360), soc: percent(soc), at: berlin('18T20:00') })
    // 16 h to noon; 2.4 % per hour make 38.4 % until then.
    expect(estimate(evening(38), berlin('18T20:00'))?.at).toEqual(berlin('19T11:50'))
    expect(estimate(evening(39), berlin('18T20:00'))).toBeNull()
  })

  it('DSH-06 is empty within 18 hours, or nothing is said: "at 05:50" would be taken for today', () => {
    const morning = (soc: number) => given({ battery: watts(360), soc: percent(soc), at: berlin('18T05:58') })
    // 2.4 % per hour make 43.2 % in 18 h.
    expect(estimate(morning(43), berlin('18T05:58'))?.at).toEqual(berlin('18T23:50'))
    expect(estimate(morning(44), berlin('18T05:58'))).toBeNull()
  })
})
