import { expect, it } from 'vitest'
import { isTemperature, type TemperatureTime, withReport } from './temperature.ts'

const MINUTE = 60_000
const at = (minute: number) => new Date(Date.UTC(2026, 5, 18) + minute * MINUTE)
type Step = readonly [minute: number, celsius: number | null, measuredMinutes?: number]

const after = (...steps: readonly Step[]) =>
  steps.reduce<TemperatureTime | null>(
    (time, [minute, celsius, measured = Number.POSITIVE_INFINITY]) =>
      withReport(time, { at: at(minute), celsius }, measured * MINUTE),
    null,
  )

it('HLT-27 time counts at the level of the temperature that held until the next report', () => {
  expect(
    after([0, 9.9], [10, 10], [30, 34.9], [31, 35], [34, 45], [39, -0.1], [45, 0], [46, 0]),
  ).toMatchObject({
    seconds: [360, 660, 1260, 180, 300],
    ...{ lowest: -0.1, highest: 45, begunAt: at(0), at: at(46), celsius: 0 },
  })
})

it('HLT-27 reports that are late or come twice change nothing, and gaps are not counted', () => {
  const once = after([0, 20], [60, 48], [120, 20, 15])
  expect(once?.seconds).toEqual([0, 0, 3600, 0, 900])
  expect(after([0, 20], [60, 48], [60, 48], [30, -20], [120, 20, 15], [120, 60])).toEqual(once)
})

it('HLT-27 nothing counts while the temperature is not known', () => {
  expect(after([0, null])).toBeNull()
  expect(after([0, 20], [5, null], [65, 21], [66, 22])).toMatchObject({
    seconds: [0, 0, 360, 0, 0],
    ...{ lowest: 20, highest: 22 },
  })
})

it('HLT-27 no battery is colder than 60 °C below zero, or warmer than 150 °C', () => {
  expect([-61, -60, 0, 150, 151, Number.NaN].map(isTemperature)).toEqual([
    false,
    true,
    true,
    true,
    false,
    false,
  ])
})
