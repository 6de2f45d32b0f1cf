import { describe, expect, it } from 'vitest'
import { inhabitedHouse } from './house.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const phases = [1, 2, 3] as const
const load = inhabitedHouse(1, 'Europe/Berlin')

/** Returns the mean load in an hour of the day over many days, counted from a Monday, in UTC. */
function mean(hour: number, days: readonly number[]) {
  const monday = Date.UTC(2026, 5, 1)
  const hours = Array.from({ length: 26 }, (_, week) => days.map((day) => monday + (week * 7 + day) * DAY))
    .flat()
    .map((day) =>
      phases.reduce((sum, phase) => sum + load(phase, day + hour * HOUR, day + (hour + 1) * HOUR), 0),
    )
  return hours.reduce((a, b) => a + b) / hours.length
}

describe('the house', () => {
  const workdays = [0, 1, 2, 3, 4]
  const weekend = [5, 6]

  it('sleeps at night and lives in the evening', () => {
    expect(mean(17, workdays)).toBeGreaterThan(2.5 * mean(1, workdays))
  })

  it('has other habits at weekends', () => {
    expect(mean(9, weekend)).toBeGreaterThan(1.3 * mean(9, workdays))
  })

  it('gives each phase a load of its own, always above zero', () => {
    const day = phases.map((phase) => load(phase, Date.UTC(2026, 5, 1), Date.UTC(2026, 5, 2)))
    expect(new Set(day).size).toBe(3)
    for (const power of day) expect(power).toBeGreaterThan(50)
  })

  it('says the same of an hour whatever it was asked before', () => {
    const at = Date.UTC(2026, 5, 7, 18)
    const fresh = inhabitedHouse(1, 'Europe/Berlin')(2, at, at + HOUR)
    load(2, Date.UTC(2025, 0, 1), Date.UTC(2025, 0, 1) + HOUR)
    expect(load(2, at, at + HOUR)).toBe(fresh)
  })

  it('lives by its own clock on the days on which clocks change', () => {
    const evening = (day: string, hourUtc: number) =>
      phases.reduce((sum, phase) => {
        const at = Date.parse(`${day}T00:00:00Z`) + hourUtc * HOUR
        return sum + load(phase, at, at + 5 * HOUR)
      }, 0)
    expect(evening('2026-10-25', 17)).toBeGreaterThan(1.5 * evening('2026-10-25', 0))
    expect(evening('2026-03-29', 16)).toBeGreaterThan(1.5 * evening('2026-03-29', 0))
  })
})
