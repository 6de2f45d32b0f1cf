import { describe, expect, it } from 'vitest'
import { type DayEnergies, houseEnergy } from '../energy/day-energies.ts'
import { freshness } from '../telemetry/freshness.ts'
import { wattHours } from '../units/units.ts'
import { openMessages } from './live.ts'
import { now } from './test/live-system.ts'

const ago = (ms: number) => new Date(now.getTime() - ms)
const MINUTE = 60_000

describe('freshness', () => {
  it.each([
    [0, 'fresh'],
    [2 * MINUTE, 'fresh'],
    [2 * MINUTE + 1, 'late'],
    [15 * MINUTE, 'late'],
    [15 * MINUTE + 1, 'stale'],
  ] as const)('DSH-09 a word of %d ms ago is %s', (age, expected) => {
    expect(freshness({ lastOnline: ago(age), online: true }, now)).toBe(expected)
  })

  it('DSH-09 a unit never seen, or known to have vanished, is stale', () => {
    expect(freshness({ lastOnline: null, online: null }, now)).toBe('stale')
    expect(freshness({ lastOnline: now, online: false }, now)).toBe('stale')
  })
})

describe("the house's consumption of the day", () => {
  const day: DayEnergies = {
    pv: wattHours(13_400),
    import: wattHours(400),
    feedIn: wattHours(2000),
    charge: wattHours(8400),
    discharge: wattHours(2400),
  }
  it('PRD-08 is what came in less what left', () => {
    expect(houseEnergy(day)).toBe(5800)
    expect(houseEnergy({ ...day, feedIn: wattHours(20_000) })).toBe(0)
  })
  it.each(Object.keys(day))('PRD-08 is not known where %s is not', (part) => {
    expect(houseEnergy({ ...day, [part]: null })).toBeNull()
  })
})

it('ENT-06 open messages are those an owner must know of', () => {
  const messages = ['relay', 'ein', '4711'].map((code) => ({ code, since: null }))
  expect(openMessages(messages).map(({ code }) => code)).toEqual(['relay', '4711'])
})
