import { describe, expect, it } from 'vitest'
import { TOTAL } from '../systems/systems.ts'
import type { Powers } from '../units/power.ts'
import { percent, watts } from '../units/units.ts'
import type { LiveSystem } from './live.ts'
import { steadySystems } from './steady.ts'
import { summarize } from './summary.ts'
import { liveSystem, now } from './test/live-system.ts'

const powers = (grid: number, pv: number, battery: number) => ({
  grid: watts(grid),
  pv: watts(pv),
  battery: watts(battery),
})
const stopped = { messages: [{ code: 'i2', since: null }] }
const [one, two, three] = [liveSystem(1), liveSystem(2, stopped), liveSystem(3)]
/** Each system has these powers, or `own` by its place; all but the first have none while a message stops them. */
function judge(systems: readonly LiveSystem[], given: Powers, own: readonly Powers[] = []) {
  const all = systems.map((system, i) => ({
    ...system,
    powers: own[i] ?? (i === 0 || system.messages.length === 0 ? given : powers(0, 0, 0)),
  }))
  return summarize(all, TOTAL, steadySystems(null, all, now), now)
}
/** The line below the sentence, with serial numbers for systems. */
function subline(systems: readonly LiveSystem[], given: Powers, own?: readonly Powers[]) {
  const reported = Object.entries(judge(systems, given, own).subline ?? {})
  if (reported.length === 0) return null
  return Object.fromEntries(
    reported.map(([key, value]) => [
      key,
      Array.isArray(value) ? value.map(({ sn }: LiveSystem) => sn) : value,
    ]),
  )
}
const charging = powers(-400, 1600, -980)
const delivering = powers(380, 0, 800)

describe('the words below the sentence', () => {
  it('DSH-06 of a stopped system, what the others do instead', () => {
    expect(subline([one, two, three], charging)).toEqual({
      name: 'othersCharge',
      others: [one.sn, three.sn],
      fedIn: true,
    })
    expect(subline([one, two], delivering)).toEqual({ name: 'othersDeliver', others: [one.sn], fedIn: false })
  })

  it.each([
    ['delivers', powers(-100, 0, 300)],
    ['rests', powers(200, 0, 0)],
  ])('DSH-06 calls no battery one of those that charge which %s', (_, own) => {
    const systems = [one, two, three]
    expect(subline(systems, charging, [charging, powers(0, 0, 0), own])).toMatchObject({
      name: 'othersCharge',
      others: [one.sn],
    })
  })

  it('DSH-06 says of no battery that it is fed in while the phases together draw from the grid', () => {
    const calm = [liveSystem(1), liveSystem(2)]
    const feeding = powers(-500, 0, 700)
    expect(subline(calm, feeding, [feeding, powers(100, 0, 0)])).toEqual({ name: 'batteryFedIn' })
    expect(subline(calm, feeding, [feeding, powers(900, 0, 0)])).toBeNull()
  })

  it('DSH-06 says of no battery that it still delivers which does not', () => {
    const low = liveSystem(1, { soc: percent(3) })
    const own = [powers(400, 0, 0), powers(0, 0, 800), powers(400, 0, 0)]
    expect(subline([low, liveSystem(2), three], delivering, own)).toEqual({
      name: 'empty',
      systems: [low.sn],
      others: ['1002'],
    })
    expect(subline([low, three], delivering, [delivering, powers(400, 0, 0)])).toBeNull()
  })

  it('DSH-06 nothing of others where there are none, or where they rest', () => {
    expect(subline([two], charging)).toEqual({ name: 'surplusFedIn' })
    expect(subline([two, one], powers(-400, 1600, 0))).toBeNull()
    expect(subline([one, three], charging)).toEqual({ name: 'surplusFedIn' })
  })

  it.each([
    [0, true],
    [5, true],
    [5.1, false],
    [null, false],
  ])('DSH-06 a battery at %d %% is called empty: %s', (soc, isEmpty) => {
    const low = liveSystem(1, { soc: soc === null ? null : percent(soc) })
    const expected = isEmpty ? { name: 'empty', systems: [low.sn], others: [three.sn] } : null
    expect(subline([low, three], delivering)).toEqual(expected)
  })

  it('DSH-06 names an empty battery only beside one that delivers', () => {
    const [low, lower] = [liveSystem(1, { soc: percent(3) }), liveSystem(2, { soc: percent(2) })]
    expect(subline([low, three], charging)).toEqual({ name: 'surplusFedIn' })
    expect(subline([low, three], powers(380, 0, 0))).toBeNull()
    expect(subline([low, lower], delivering)).toBeNull()
  })

  it.each([
    ['all the surplus is stored', powers(0, 4820, -4170)],
    ['the sun feeds in without charging', powers(-4710, 5340, 0)],
    ['the grid charges', powers(710, 0, -180)],
    ['sun and grid supply the house', powers(1620, 1050, 0)],
    ['sun and battery do', powers(0, 920, 1310)],
    ['battery and grid do', powers(1150, 0, 2400)],
    ['the grid alone does', powers(710, 0, 0)],
  ])('DSH-06 nothing where %s: the sentence says so', (_, given) => {
    expect(subline([one], given)).toBeNull()
  })

  it.each(['grid', 'pv', 'battery'])('DSH-06 nothing where %s is not known', (name) => {
    const { subline: reported, sentence } = judge([one], { ...charging, [name]: null })
    expect([reported, sentence]).toEqual([null, 'unknown'])
  })
})

it('DSH-06 says what the battery would do, and that it rests where nothing is known of it', () => {
  const batteries = [charging, delivering, { ...charging, battery: null }].map(
    (given) => judge([two], given).battery,
  )
  expect(batteries).toEqual(['charges', 'discharges', 'idle'])
})
