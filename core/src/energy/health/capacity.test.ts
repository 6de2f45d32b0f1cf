import { describe, expect, it } from 'vitest'
import { estimateCapacity, FEWEST_RUNS } from './capacity.ts'
import type { BatteryQuarters } from './quarters.ts'
import { ageingBattery, at } from './test/ageing-battery.ts'

const NEW = { capacity: 10_000, loss: 0.03 }
const estimated = (battery: BatteryQuarters) => {
  const found = estimateCapacity(battery)
  if (!found) throw new Error('no capacity')
  return found
}

describe('the capacity of a battery', () => {
  it('HLT-01 of an ageing one is within the stated uncertainty for nine of ten seeds, and that is small', () => {
    const hits = Array.from({ length: 100 }, (_, seed) => {
      const battery = ageingBattery({ ...NEW, loss: 0.01 + 0.0004 * seed, days: 400, seed })
      const { capacity, plusMinus } = estimated(battery)
      expect(plusMinus).toBeLessThan(0.04 * battery.capacity)
      return Math.abs(capacity - battery.capacity) <= plusMinus
    })
    expect(hits.filter(Boolean).length).toBeGreaterThanOrEqual(90)
  })

  it('HLT-01 tells how much is lost a year only over half a year or more', () => {
    const { aYear } = estimated(ageingBattery({ ...NEW, loss: 0.05, days: 730, seed: 3 }))
    expect(aYear).toBeGreaterThan(-700)
    expect(aYear).toBeLessThan(-300)
    expect(estimated(ageingBattery({ ...NEW, days: 150, seed: 3 })).aYear).toBeNull()
  })

  it('HLT-01 of one that was exchanged counts from then on', () => {
    const battery = ageingBattery({ ...NEW, days: 400, seed: 5, exchanged: { day: 250, capacity: 14_000 } })
    const { capacity, plusMinus, exchangedAt } = estimated(battery)
    expect(Math.abs(capacity - battery.capacity)).toBeLessThan(2 * plusMinus)
    expect(Math.abs((exchangedAt ?? 0) - at(250))).toBeLessThan(at(20) - at(0))
    expect(estimated(ageingBattery({ ...NEW, days: 400, seed: 5 })).exchangedAt).toBeNull()
  })

  it('HLT-01 HLT-04 is not estimated from too few runs, from none, nor through gaps', () => {
    const battery = ageingBattery({ ...NEW, days: 60, seed: 1 })
    const few = (quarters: number) => ({
      start: battery.start,
      soc: battery.soc.subarray(0, quarters),
      lowest: battery.lowest.subarray(0, quarters),
      charge: battery.charge.subarray(0, quarters),
      discharge: battery.discharge.subarray(0, quarters),
    })
    expect(estimateCapacity(few(0))).toBeNull()
    expect(estimateCapacity(few((FEWEST_RUNS / 4) * 96))).toBeNull()
    expect(estimateCapacity(battery)).not.toBeNull()
    const holes = battery.soc.map((value, i) => (i % 5 === 0 ? Number.NaN : value))
    expect(estimateCapacity({ ...battery, soc: holes })).toBeNull()
  })
})

it('HLT-01 F1 of a unit that makes up its charge for three years rests on 2200 runs at most', () => {
  const count = 3 * 365 * 96
  const levels = [90, 90, 50, 10, 10, 10, 50, 90]
  const column = (of: (i: number) => number) => Float64Array.from({ length: count }, (_, i) => of(i))
  const isUp = (i: number) => i % 8 >= 4
  const soc = column((i) => levels[i % 8] ?? 0)
  const grown = (i: number) => 100 * 1.001 ** Math.floor(i / 96)
  const charge = column((i) => (isUp(i) ? grown(i) : 0))
  const discharge = column((i) => (isUp(i) ? 0 : grown(i)))
  const found = estimated({ start: 0, soc, lowest: soc, charge, discharge })
  expect(found.points.length).toBeLessThanOrEqual(2200)
})
