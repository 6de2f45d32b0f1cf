import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timeOfDay } from '../../time/days.ts'
import { mutedUntil, quietAt, quietUntil } from './quiet.ts'

const berlin = 'Europe/Berlin'
const until = (at: string) => quietUntil(new Date(at), berlin)?.toISOString() ?? null

describe('quiet hours', () => {
  it('ALR-06 last from 22:00 to 7:00 on the clocks of the system', () => {
    expect(until('2026-06-18T19:59:59Z')).toBeNull()
    expect(until('2026-06-18T20:00:00Z')).toBe('2026-06-19T05:00:00.000Z')
    expect(until('2026-06-19T04:59:59Z')).toBe('2026-06-19T05:00:00.000Z')
    expect(until('2026-06-19T05:00:00Z')).toBeNull()
  })

  it('ALR-06 end at 7:00 in the nights in which clocks change, too', () => {
    expect(until('2026-03-28T22:30:00Z')).toBe('2026-03-29T05:00:00.000Z')
    expect(until('2026-03-29T00:30:00Z')).toBe('2026-03-29T05:00:00.000Z')
    expect(until('2026-10-24T21:30:00Z')).toBe('2026-10-25T06:00:00.000Z')
    expect(until('2026-10-25T01:30:00Z')).toBe('2026-10-25T06:00:00.000Z')
  })

  it('ALR-06 of one instant are computed once for each zone', () => {
    const quiet = quietAt(new Date('2026-06-18T20:00:00Z'))
    expect(quiet(berlin)).toEqual(new Date('2026-06-19T05:00:00Z'))
    expect(quiet(berlin)).toBe(quiet(berlin))
    expect([quiet('UTC'), quiet('UTC')]).toEqual([null, null])
  })

  it('ALR-06 end within ten hours, at 7:00, wherever', () => {
    const zones = fc.constantFrom(berlin, 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe')
    const instants = fc.date({
      min: new Date('2025-01-01'),
      max: new Date('2028-01-01'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(instants, zones, (at, zone) => {
        const time = timeOfDay(at, zone)
        const end = quietUntil(at, zone)
        expect(end === null).toBe(time >= '07:00' && time < '22:00')
        if (end === null) return
        expect(timeOfDay(end, zone)).toBe('07:00')
        expect(end.getTime() - at.getTime()).toBeLessThanOrEqual(10 * 3_600_000)
      }),
    )
  })
})

describe('a mute', () => {
  const at = (mute: 'hour' | 'tomorrow' | 'resolved', now: string) =>
    mutedUntil(mute, new Date(now), berlin).toISOString()

  it('ALR-07 lasts an hour, or until tomorrow at 7:00', () => {
    expect(at('hour', '2026-06-18T10:00:00Z')).toBe('2026-06-18T11:00:00.000Z')
    expect(at('tomorrow', '2026-06-18T10:00:00Z')).toBe('2026-06-19T05:00:00.000Z')
    expect(at('tomorrow', '2026-06-18T23:00:00Z')).toBe('2026-06-20T05:00:00.000Z')
    expect(at('resolved', '2026-06-18T10:00:00Z') > '3000').toBe(true)
  })
})
