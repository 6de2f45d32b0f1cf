import type { BatteryHealth } from '@kellersonne/contract/energy/battery-health'
import { expect, it } from 'vitest'
import { withWarranty } from './warranty.ts'

const NOW = new Date('2027-05-02T12:00:00Z')
const ten = { years: 10, remaining_percent: 70, energy_throughput_wh: 60_000_000 }
type Estimate = NonNullable<BatteryHealth['estimate']>
const months = ['2024-05', '2025-11', '2027-05'].map((month) => ({
  ...{ month, capacity: 9400, runs: 30, warranted: null },
}))
const estimate = (more: Partial<Estimate> = {}): Estimate => ({
  ...{ capacity: 9400, plus_minus: 180, a_year: -210, runs: 90, exchanged_on: null, months },
  state: { percent: 94, plus_minus: 1.8, usual: null, verdict: 'good' },
  ...more,
})
type Known = Parameters<typeof withWarranty>[0]
const ask = (reported: Known['reported'], more: Partial<Known> = {}) =>
  withWarranty(
    { stated: 10_000, charged: 2_000_000, discharged: 1_800_000, estimate: estimate(), reported, ...more },
    NOW,
  )

it('HLT-29 compares the estimate with a straight line from the day the battery was put into service', () => {
  const { warranty, estimate: found } = ask({ warranty: ten, in_service_on: '2024-05-02' })
  expect(warranty).toEqual({
    ...{ ...ten, starts_on: '2024-05-02', unknown: null },
    today: { percent: 91, by: 'time', is_over: false, verdict: 'above' },
  })
  expect(found?.months.map(({ warranted }) => warranted)).toEqual([9989, 9538, 9100])
})

it('HLT-29 takes the throughput that the unit counts, else what was measured', () => {
  const started = { warranty: ten, in_service_on: '2024-05-02' }
  expect(ask({ ...started, energy_throughput_wh: 40_000_000 }).warranty?.today).toMatchObject({
    ...{ percent: 80, by: 'throughput' },
  })
  const much = { charged: 32_000_000, discharged: 29_000_000 }
  expect(ask(started, much).warranty?.today).toMatchObject({ percent: 70, by: 'throughput', is_over: true })
})

it('HLT-29 compares nothing where the start is unknown, in the future, or of another battery', () => {
  const unknown = (reported: Known['reported'], more?: Partial<Known>) => {
    const { warranty, estimate: found } = ask(reported, more)
    expect(warranty).toMatchObject({ starts_on: null, today: null })
    expect(found?.months.every(({ warranted }) => warranted === null)).toBe(true)
    return warranty?.unknown
  }
  expect(unknown({ warranty: ten })).toBe('start')
  expect(unknown({ warranty: ten, in_service_on: '2027-06-01' })).toBe('start')
  const exchanged = { estimate: estimate({ exchanged_on: '2026-02-01' }) }
  expect(unknown({ warranty: ten, in_service_on: '2024-05-02' }, exchanged)).toBe('exchanged')
  expect(ask({ warranty: ten, in_service_on: '2026-02-02' }, exchanged).warranty?.unknown).toBeNull()
})

it('HLT-29 without a comparison of the capacity there is no verdict, and without a warranty nothing', () => {
  const reported = { warranty: ten, in_service_on: '2024-05-02' }
  for (const more of [{ estimate: null }, { stated: null, estimate: estimate({ state: null }) }]) {
    const { warranty, estimate: found } = ask(reported, more)
    expect(warranty?.today).toMatchObject({ percent: 91, verdict: null })
    expect(found?.months.every(({ warranted }) => warranted === null) ?? true).toBe(true)
  }
  expect(ask({ in_service_on: '2024-05-02' }).warranty).toBeNull()
  expect(ask(null).warranty).toBeNull()
})
