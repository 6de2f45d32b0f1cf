import { describe, expect, it } from 'vitest'
import { TOTAL } from '../systems/systems.ts'
import { batteryFlow, gridFlow, type Powers } from '../units/power.ts'
import { watts } from '../units/units.ts'
import { type SteadyPowers, steadyPowers, steadySystems } from './steady.ts'
import { liveSystem, now } from './test/live-system.ts'

const powers = (grid: number, battery = 400, pv = 0): Powers => ({
  grid: watts(grid),
  pv: watts(pv),
  battery: watts(battery),
})

/** The grid's word after each of these grid powers, five seconds apart. */
function words(...grid: number[]) {
  let steady: SteadyPowers | null = null
  return grid.map((power, i) => {
    steady = steadyPowers(steady, powers(power), new Date(now.getTime() + i * 5000))
    return gridFlow(steady.powers.grid ?? watts(0))
  })
}

describe('steady powers', () => {
  it('DSH-06 V8 rest while a battery regulates the meter to zero', () => {
    expect(new Set(words(8, -12, 3, -25, 29, -6, 14))).toEqual(new Set(['idle']))
  })

  it('DSH-06 V8 take a new direction once it has lasted half a minute', () => {
    expect(words(0, 60, 60, 60, 60, 60, 60, 60, 60)).toEqual([
      ...Array(7).fill('idle'),
      ...['draws', 'draws'],
    ])
    expect(words(0, 60, 0, 60, 60, 60, 60, 60, 60)).toEqual(Array(9).fill('idle'))
  })

  it('DSH-06 V8 DSH-07 take it at once where it comes with a jump', () => {
    expect(words(0, 400, 0, -150)).toEqual(['idle', 'draws', 'idle', 'feeds'])
  })

  it('DSH-06 V8 keep a direction down to half the band', () => {
    expect(words(31, 16, 16, 16, 16, 16, 16, 16, 16).at(-1)).toBe('draws')
    expect(words(31, 14, 14, 14, 14, 14, 14, 14, 14).at(-1)).toBe('idle')
  })

  it('DSH-06 V8 widen the band to two percent of a large load', () => {
    const grid = (battery: number) => steadyPowers(null, powers(60, battery), now).powers.grid
    expect([grid(2000), grid(5000)]).toEqual([60, 0])
  })

  it('DSH-06 V8 leave a power as measured that has the direction, and else make it no more than that', () => {
    const first = steadyPowers(null, powers(-500, -1200, 2000), now)
    expect(first.powers).toEqual(powers(-500, -1200, 2000))
    const later = steadyPowers(first, powers(40, -1200, 2000), now).powers
    expect(later.grid).toBe(40)
    const slight = steadyPowers(steadyPowers(null, powers(-100), now), powers(20), now).powers
    expect(slight.grid).toBe(-5)
  })

  it('DSH-09 know nothing of what is not measured, and forget what was', () => {
    const first = steadyPowers(null, powers(500), now)
    const gone = steadyPowers(first, { grid: null, pv: null, battery: null }, now)
    expect(gone.powers).toEqual({ grid: null, pv: null, battery: null })
    expect(steadyPowers(gone, powers(60), now).powers.grid).toBe(60)
  })

  it('DSH-03 V8 are those of each system and of all together', () => {
    const systems = [liveSystem(1, { powers: powers(200) }), liveSystem(2, { powers: powers(-190) })]
    const steady = steadySystems(null, systems, now)
    const of = (key: Parameters<typeof steady.get>[0]) => steady.get(key)?.powers
    expect(of(TOTAL)).toEqual(powers(0, 800))
    expect(batteryFlow(of(liveSystem(2).sn)?.battery ?? watts(0))).toBe('discharges')
    const next = steadySystems(steady, [liveSystem(1, { powers: powers(215) }), ...systems.slice(1)], now)
    expect(next.get(TOTAL)?.powers.grid).toBe(0)
  })
})
