import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wattHours } from '../units/units.ts'
import { balance } from './balance.ts'
import { houseEnergy } from './day-energies.ts'
import { evening, night, noon, quarter } from './test/quarters.ts'

describe("today's balance", () => {
  it('DSH-08 computes house, self-consumption and self-sufficiency', () => {
    const day = balance([noon, evening])
    expect(day.energies).toEqual({ pv: 1200, import: 50, feedIn: 300, charge: 700, discharge: 150 })
    expect(day.house.value).toBe(400)
    expect(day.selfConsumption.value).toBe(75)
    expect(day.selfSufficiency.value).toBe(87.5)
  })

  it('DSH-11 shows what each was made of', () => {
    const { house, selfConsumption, selfSufficiency } = balance([noon, evening, night])
    expect(house.inputs).toEqual({ pv: 1200, import: 350, feedIn: 300, charge: 900, discharge: 150 })
    expect(selfConsumption.inputs).toEqual({ pvToHouse: 200, pvToBattery: 700, pv: 1200 })
    expect(selfSufficiency.inputs).toEqual({
      pvToHouse: 200,
      batteryToHouse: 150,
      pvCharged: 700,
      charged: 900,
      house: 500,
    })
    expect(selfSufficiency.value).toBeCloseTo((100 * (200 + (150 * 700) / 900)) / 500, 10)
  })

  it('DSH-08 grid energy does not become the sun’s by going through the battery', () => {
    const gridOnly = balance([night, evening])
    expect(gridOnly.selfSufficiency.value).toBe(0)
    // Charged from the grid yesterday, discharged today.
    expect(balance([evening], [night]).selfSufficiency.value).toBe(0)
    expect(balance([evening], [noon]).selfSufficiency.value).toBe(75)
  })

  it('DSH-08 does not blame the house for what the grid charges', () => {
    const day = balance([noon, night])
    expect(day.house.value).toBe(300)
    expect(day.selfSufficiency.value).toBeCloseTo((100 * 200) / 300, 10)
  })

  it('DSH-08 is 1 − import / house without grid charging', () => {
    const sunny = fc
      .record({
        pv: fc.nat(3000),
        use: fc.nat(100),
        charge: fc.nat(100),
        import: fc.nat(1000),
        discharge: fc.nat(1000),
      })
      .map((q) => {
        const left = Math.floor((q.pv * (100 - q.use)) / 100)
        const charge = Math.floor((left * q.charge) / 100)
        return quarter({ pv: q.pv, import: q.import, discharge: q.discharge, charge, feedIn: left - charge })
      })
    const charging = quarter({ pv: 10, charge: 10 })
    fc.assert(
      fc.property(fc.array(sunny, { minLength: 1, maxLength: 30 }), (quarters) => {
        const day = balance([...quarters, charging])
        const house = houseEnergy(day.energies) ?? 0
        fc.pre(house > 0)
        expect(day.house.value).toBe(house)
        expect(day.selfSufficiency.value).toBeCloseTo(100 * (1 - (day.energies.import ?? 0) / house), 8)
      }),
    )
  })

  it('DSH-08 stays within 0 and 100 whatever the counters say', () => {
    const energy = fc.option(fc.integer({ min: -100, max: 5000 }), { freq: 9 })
    const any = fc
      .record({
        pv: energy,
        import: energy,
        feedIn: energy,
        charge: energy,
        discharge: energy,
        house: energy,
      })
      .map(quarter)
    fc.assert(
      fc.property(fc.array(any, { maxLength: 20 }), fc.array(any, { maxLength: 20 }), (today, before) => {
        const day = balance(today, before)
        for (const { value, why } of [day.selfConsumption, day.selfSufficiency]) {
          expect(value === null).toBe(why !== null)
          if (value !== null) expect(value >= 0 && value <= 100).toBe(true)
        }
        expect(day.house.value === null).toBe(day.house.why !== null)
      }),
    )
  })

  it('DSH-08 is all of it, and not a little more, where numbers are rounded', () => {
    const day = balance([quarter({ pv: 4.5, charge: 0.4 }), quarter({ discharge: 62.3 })])
    expect(day.selfSufficiency.value).toBe(100)
  })

  it.each([
    [
      'an energy was never reported',
      [quarter({ import: null })],
      ['not_measured', 'not_measured', 'not_measured'],
    ],
    ['the day has just begun', [], ['not_measured', 'not_measured', 'not_measured']],
    ['it is night and the house rests', [quarter()], [null, 'no_yield', 'nothing_drawn']],
    ['it is night', [quarter({ import: 100 })], [null, 'no_yield', null]],
    [
      'the battery was charged before all that is known',
      [quarter({ discharge: 1 })],
      [null, 'no_yield', 'origin_unknown'],
    ],
    [
      'more left than came in',
      [quarter({ pv: 100, feedIn: 120 })],
      ['contradictory', 'contradictory', 'contradictory'],
    ],
    ['counters were read one after the other', [noon, quarter({ feedIn: 1 })], [null, null, null]],
  ] as const)('DSH-08 says why where %s', (_, today, why) => {
    const { house, selfConsumption, selfSufficiency } = balance(today)
    expect([house.why, selfConsumption.why, selfSufficiency.why]).toEqual(why)
  })

  it('DSH-08 adds up each power of its own', () => {
    const kettle = quarter({ pv: 1200, feedIn: 300, charge: 700, import: 30 })
    const sale = quarter({ pv: 10, discharge: 200, feedIn: 150 })
    expect(balance([kettle, sale, night, kettle, sale, night]).flows).toEqual({
      pvToHouse: 400,
      pvToBattery: 1400,
      pvToGrid: 620,
      batteryToHouse: 120,
      batteryToGrid: 280,
      gridToHouse: 260,
      gridToBattery: 400,
    })
  })

  it.each([
    ['the sun', { pv: 1000, feedIn: 1010 }, { pv: 1000, feedIn: 1011 }],
    ['the grid', { import: 1000, charge: 1010 }, { import: 1000, charge: 1011 }],
    ['the battery', { discharge: 1000, feedIn: 1010 }, { discharge: 1000, feedIn: 1011 }],
    [
      'all three',
      { pv: 1000, import: 1000, discharge: 1000, feedIn: 2030, charge: 1000 },
      { pv: 1000, import: 1000, discharge: 1000, feedIn: 2030, charge: 1001 },
    ],
  ])('DSH-08 bears with a hundredth more than came from %s, and with no more', (_, borne, beyond) => {
    expect(balance([quarter(borne)]).house.why).toBeNull()
    expect(balance([quarter(beyond)]).house.why).toBe('contradictory')
  })

  it('DSH-08 names the origin of the battery only where it gave something', () => {
    const lunch = quarter({ pv: 100 })
    expect(balance([lunch]).selfSufficiency).toMatchObject({ value: 100, why: null })
    const { inputs, why, value } = balance([lunch, evening]).selfSufficiency
    expect([value, why]).toEqual([null, 'origin_unknown'])
    expect(inputs).toEqual({ pvToHouse: 100, batteryToHouse: 150, pvCharged: 0, charged: 0, house: 300 })
  })

  it('DSH-08 DSH-11 shows no inputs where nothing was measured', () => {
    const { house, selfConsumption, selfSufficiency } = balance([quarter({ pv: null, import: 5 })])
    expect(house.inputs).toEqual({ pv: null, import: 5, feedIn: 0, charge: 0, discharge: 0 })
    expect(selfConsumption.inputs).toEqual({ pvToHouse: null, pvToBattery: null, pv: null })
    const none = { pvToHouse: null, batteryToHouse: null, pvCharged: null, charged: null, house: null }
    expect(selfSufficiency.inputs).toEqual(none)
  })

  it('DSH-11 gives the measured share, and where the powers differ', () => {
    const day = balance([
      { ...noon, house: wattHours(190) },
      { ...evening, house: wattHours(203) },
      { ...night, house: null },
      quarter({ pv: null, import: 70 }),
    ])
    expect(day.measured).toBe(75)
    expect(day.residual).toBe(7)
    expect(day.energies.import).toBe(420)
    expect(balance([noon]).residual).toBeNull()
    expect(balance([]).measured).toBeNull()
  })
})
