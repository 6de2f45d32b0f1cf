import { describe, expect, it } from 'vitest'
import { judgeQuarters } from './judge.ts'
import type { FindingName, Judgement } from './judgement.ts'
import type { WatchedQuarters } from './quarters.ts'
import { HOUSE_START, type Wrong, watchedHouse } from './test/house.ts'

const BEFORE = 64
const FACTS = { stated: null, limits: {} }
const DAY_MS = 86_400_000

const judge = (quarters: WatchedQuarters, facts: Parameters<typeof judgeQuarters>[1] = FACTS) =>
  new Map(judgeQuarters(quarters, facts).map((one) => [one.name, one]))
const unusual = (found: ReadonlyMap<FindingName, Judgement>) =>
  [...found.values()].filter(({ verdict }) => verdict === 'unusual').map(({ name }) => name)
const faulty = (days: number, wrong: Omit<Wrong, 'from'>, seed = 1) =>
  watchedHouse(BEFORE + days, { from: BEFORE, ...wrong }, seed)

describe('what a system does otherwise than it used to', () => {
  it.each([
    ['HLT-10', 'no_charge', { charges: false }],
    ['HLT-11', 'no_discharge', { discharges: false }],
    ['HLT-12', 'round_trip', { share: 0.885 }],
    ['HLT-13', 'capacity', { capacity: 5600 }],
    ['HLT-14', 'standby', { own: 100 }],
    ['HLT-16', 'signs', { flips: 'grid' }],
    ['HLT-16', 'signs', { flips: 'battery' }],
  ] as const)('%s is %s within three days', (_, name, wrong) => {
    const found = judge(faulty(3, wrong)).get(name)
    expect(found?.verdict).toBe('unusual')
    if (found?.verdict !== 'unusual') throw new Error('nothing found')
    expect(found.since).toBeGreaterThanOrEqual(HOUSE_START + (BEFORE - 7) * DAY_MS)
    expect(found.points.length).toBeGreaterThan(50)
    expect(found.points.at(-1)?.value).toBe(found.value)
  })

  it('HLT-12 HLT-13 shows in a battery that is never half empty', () => {
    const seldom = (wrong: Omit<Wrong, 'from'>, days: number) =>
      judge(watchedHouse(BEFORE + days, { from: BEFORE, ...wrong }, 1, { night: 180, evening: 250 }), {
        ...{ stated: 8000, limits: {} },
      })
    const trip = seldom({ share: 0.885 }, 2).get('round_trip')
    expect(trip?.verdict).toBe('unusual')
    expect(seldom({ capacity: 5600 }, 3).get('capacity')?.verdict).toBe('unusual')
    expect(unusual(seldom({}, 3))).toEqual([])
  })

  it.each([1, 2, 3, 4, 5])('HLT-17 is nothing while all is as it was (%i)', (seed) => {
    expect(unusual(judge(watchedHouse(BEFORE + 3, undefined, seed)))).toEqual([])
  })

  it('HLT-17 is not judged where it never worked, or too little of it is known', () => {
    const never = judge(watchedHouse(BEFORE, { from: 0, charges: false }))
    expect(never.get('no_charge')).toMatchObject({ verdict: 'unknown', why: 'never' })
    expect(judge(watchedHouse(10)).get('no_charge')).toMatchObject({ verdict: 'unknown', why: 'too_little' })
    expect(unusual(judge(watchedHouse(10, { from: 6, charges: false })))).toEqual([])
    const quarters = faulty(3, { charges: false })
    const unmeasured = quarters.feedIn.fill(Number.NaN, BEFORE * 96 - 960)
    expect(judge({ ...quarters, feedIn: unmeasured }).get('no_charge')).toMatchObject({
      why: 'nothing_lately',
    })
  })

  it('HLT-17 is excused by a command to the unit', () => {
    const quarters = faulty(3, { charges: false, discharges: false })
    expect(unusual(judge(quarters))).toEqual(expect.arrayContaining(['no_charge', 'no_discharge']))
    quarters.excused.fill(1, BEFORE * 96)
    expect(unusual(judge(quarters))).toEqual([])
  })

  it('HLT-17 is a charge from the grid that keeps the battery from discharging', () => {
    const quarters = faulty(3, { discharges: false })
    for (let i = BEFORE * 96; i < quarters.charge.length; i += 1) {
      if ((quarters.charge[i] ?? 0) > 0) continue
      quarters.charge[i] = 100
      quarters.import[i] = (quarters.import[i] ?? 0) + 100
    }
    expect(unusual(judge(quarters))).not.toContain('no_discharge')
  })

  it('HLT-10 stays a finding by the limit it began with, and ends once the battery does what it did', () => {
    const limits = { no_charge: 0.5 }
    const stuck = faulty(40, { charges: false })
    expect(judge(stuck).get('no_charge')?.verdict).toBe('usual')
    expect(judge(stuck, { stated: null, limits }).get('no_charge')).toMatchObject({
      ...{ verdict: 'unusual', limit: 0.5 },
    })
    expect(judge(watchedHouse(BEFORE), { stated: null, limits }).get('no_charge')?.verdict).toBe('usual')
  })
})
