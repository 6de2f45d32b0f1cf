import { describe, expect, it } from 'vitest'
import { joined, type Stretch, withPast } from './past.ts'

const HOUR_MS = 3_600_000
const at = (text: string) => new Date(`2026-06-${text}:00Z`)
const stretch = (start: Date, hours: number, value: number): Stretch => ({
  start,
  irradiance: Array.from({ length: hours }, () => value),
  temperature: Array.from({ length: hours }, () => value / 10),
})
const valuesOf = (one: Stretch | null) => one?.irradiance
const fetched = (start: string, hours: number, value: number) => ({
  ...stretch(at(start), hours, value),
  fetchedAt: at(start),
})

describe('the record of weather', () => {
  it('FCT-22 begins with the first day that was forecast before it began', () => {
    expect(withPast(null, null, at('10T12:00'))).toBeNull()
    expect(withPast(null, fetched('10T12:00', 48, 5), at('10T13:00'))).toBeNull()
    const past = withPast(null, fetched('10T12:00', 48, 5), at('11T00:10'))
    expect(past?.start).toEqual(at('11T00:00'))
    expect(valuesOf(past)).toEqual(Array(24).fill(5))
  })

  it('FCT-22 keeps what the last issue before a day contained, and no later one', () => {
    const first = withPast(null, fetched('10T23:00', 48, 5), at('11T00:10'))
    expect(valuesOf(withPast(first, fetched('11T09:00', 48, 9), at('11T10:00')))).toEqual(Array(24).fill(5))
    const both = withPast(first, fetched('11T23:00', 48, 9), at('12T00:10'))
    expect(valuesOf(both)).toEqual([...Array(24).fill(5), ...Array(24).fill(9)])
  })

  it('FCT-22 of days of silence has what the last issue contained, then nothing', () => {
    const first = withPast(null, fetched('10T23:00', 48, 5), at('11T00:10'))
    const later = withPast(first, fetched('11T12:00', 36, 9), at('13T06:00'))
    expect(valuesOf(later)).toEqual([...Array(24).fill(5), ...Array(24).fill(9), ...Array(24).fill(null)])
    const resumed = withPast(first, fetched('13T12:00', 48, 7), at('14T06:00'))
    expect(valuesOf(resumed)).toEqual([...Array(24).fill(5), ...Array(48).fill(null), ...Array(24).fill(7)])
  })

  it('FCT-22 forgets what is older than a year and a bit', () => {
    const long = stretch(new Date(at('11T00:00').getTime() - 380 * 24 * HOUR_MS), 380 * 24, 1)
    const past = withPast(long, fetched('10T23:00', 48, 2), at('11T00:10'))
    expect([past?.irradiance.length, past?.irradiance.at(-1), past?.start]).toEqual([
      ...[380 * 24, 2],
      new Date(long.start.getTime() + 24 * HOUR_MS),
    ])
  })

  it('FCT-22 is one stretch with the latest issue, which counts from today on', () => {
    const past = stretch(at('10T00:00'), 48, 5)
    const all = joined(past, stretch(at('11T06:00'), 30, 9), at('11T07:00'))
    expect(all.start).toEqual(at('10T00:00'))
    expect(all.irradiance).toEqual([...Array(30).fill(5), ...Array(30).fill(9)])
    expect(all.temperature.at(-1)).toBe(0.9)
    expect(joined(null, stretch(at('11T06:00'), 2, 9), at('11T07:00')).irradiance).toEqual([
      ...Array(6).fill(null),
      ...[9, 9],
    ])
  })
})
