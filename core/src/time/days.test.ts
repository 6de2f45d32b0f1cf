import { describe, expect, it, vi } from 'vitest'
import {
  type Day,
  dayAfter,
  dayOf,
  instantsAt,
  LONGEST_DAY,
  QUARTER_MS,
  quarterOf,
  quartersByDay,
  startOfDay,
  timeOfDay,
  zoneOffset,
} from './days.ts'

const day = (text: string) => dayOf(new Date(`${text}T12:00:00Z`), 'UTC')
const hours = (of: Day, zone: string) =>
  (startOfDay(dayAfter(of), zone).getTime() - startOfDay(of, zone).getTime()) / 3_600_000
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'America/St_Johns',
  'America/Havana',
  'UTC',
]

describe('days', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29', 23, '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', 25, '2026-10-24T22:00:00.000Z'],
    ['Antarctica/Troll', '2026-10-25', 26, '2026-10-24T22:00:00.000Z'],
    ['Antarctica/Casey', '2018-03-11', LONGEST_DAY.hours, '2018-03-10T13:00:00.000Z'],
    ['Pacific/Apia', '2011-12-30', 0, '2011-12-30T10:00:00.000Z'],
    ['Antarctica/Troll', '2026-03-29', 22, '2026-03-29T00:00:00.000Z'],
    ['Europe/Berlin', '2026-06-18', 24, '2026-06-17T22:00:00.000Z'],
    ['America/New_York', '2026-03-08', 23, '2026-03-08T05:00:00.000Z'],
    ['America/New_York', '2026-11-01', 25, '2026-11-01T04:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-05', 24.5, '2026-04-04T13:00:00.000Z'],
    ['Asia/Kolkata', '2026-06-18', 24, '2026-06-17T18:30:00.000Z'],
  ])('CHT-07 in %s %s has %f hours', (zone, text, length, start) => {
    expect(hours(day(text), zone)).toBe(length)
    expect(startOfDay(day(text), zone).toISOString()).toBe(start)
  })

  it('CHT-07 every instant lies between the start of its day and the start of the next', () => {
    for (const zone of zones) {
      const from = Date.UTC(2026, 0, 1)
      for (let at = from; at < from + 366 * 86_400_000; at += 9_571_000) {
        const today = dayOf(new Date(at), zone)
        expect(startOfDay(today, zone).getTime()).toBeLessThanOrEqual(at)
        expect(startOfDay(dayAfter(today), zone).getTime()).toBeGreaterThan(at)
      }
    }
  })

  it('CHT-07 the hour that comes twice belongs to one day', () => {
    const first = new Date('2026-10-25T00:30:00Z')
    const second = new Date('2026-10-25T01:30:00Z')
    expect([zoneOffset(first, 'Europe/Berlin'), zoneOffset(second, 'Europe/Berlin')]).toEqual([120, 60])
    expect(dayOf(first, 'Europe/Berlin')).toBe(dayOf(second, 'Europe/Berlin'))
  })

  it('CHT-07 a day begins at its first instant where midnight is skipped', () => {
    // Havana's clocks go from 00:00 to 01:00.
    expect(startOfDay(day('2026-03-08'), 'America/Havana').toISOString()).toBe('2026-03-08T05:00:00.000Z')
    expect(hours(day('2026-03-08'), 'America/Havana')).toBe(23)
  })

  it('CHT-07 a day begins at its first midnight where midnight comes twice', () => {
    // Havana's clocks go from 01:00 back to 00:00.
    expect(startOfDay(day('2026-11-01'), 'America/Havana').toISOString()).toBe('2026-11-01T04:00:00.000Z')
    expect(hours(day('2026-11-01'), 'America/Havana')).toBe(25)
  })

  it('the day just before midnight is not the day at midnight', () => {
    expect(dayOf(new Date('2026-06-17T21:59:59.999Z'), 'Europe/Berlin')).toBe('2026-06-17')
    expect(dayOf(new Date('2026-06-17T22:00:00Z'), 'Europe/Berlin')).toBe('2026-06-18')
  })

  it('says the time of day as on the clocks there', () => {
    const late = new Date('2026-06-17T22:05:59.999Z')
    expect(zones.slice(0, 3).map((zone) => timeOfDay(late, zone))).toEqual(['00:05', '18:05', '03:35'])
  })

  it.each([
    ['Europe/Berlin', '2026-06-18', '09:12', ['2026-06-18T07:12:00.000Z']],
    ['Europe/Berlin', '2026-06-18', '09:12:30', ['2026-06-18T07:12:30.000Z']],
    ['Europe/Berlin', '2026-06-18', '00:00', ['2026-06-17T22:00:00.000Z']],
    ['Europe/Berlin', '2026-03-29', '01:59', ['2026-03-29T00:59:00.000Z']],
    ['Europe/Berlin', '2026-03-29', '02:30', []],
    ['Europe/Berlin', '2026-03-29', '03:00', ['2026-03-29T01:00:00.000Z']],
    ['Europe/Berlin', '2026-10-25', '02:00', ['2026-10-25T00:00:00.000Z', '2026-10-25T01:00:00.000Z']],
    ['Europe/Berlin', '2026-10-25', '03:00', ['2026-10-25T02:00:00.000Z']],
    ['Australia/Lord_Howe', '2026-04-05', '01:45', ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z']],
    ['UTC', '2026-10-25', '02:00', ['2026-10-25T02:00:00.000Z']],
    ['UTC', '2026-10-25', '25:00', []],
    ['UTC', '2026-10-25', '', []],
  ])('ENE-10 in %s clocks show %s %s at %j', (zone, text, time, instants) => {
    expect(instantsAt(day(text), time, zone).map((instant) => instant.toISOString())).toEqual(instants)
  })

  it('counts days over the ends of months and leap years', () => {
    expect(dayAfter(day('2028-02-28'))).toBe('2028-02-29')
    expect(dayAfter(day('2026-12-31'))).toBe('2027-01-01')
    expect(dayAfter(day('2026-03-01'), -1)).toBe('2026-02-28')
    expect(dayAfter(day('2026-01-31'), 365)).toBe('2027-01-31')
  })

  it('says minutes ahead of UTC, also for halves of hours and before 1970', () => {
    const summer = new Date('2026-07-01T00:00:00.500Z')
    expect(zones.map((zone) => zoneOffset(summer, zone))).toEqual([120, -240, 330, 630, 780, -150, -240, 0])
    expect(zoneOffset(new Date('1969-12-31T23:59:59.500Z'), 'Europe/Berlin')).toBe(60)
  })

  it('refuses a zone that does not exist', () => {
    expect(() => dayOf(new Date(), 'Europe/Atlantis')).toThrow(RangeError)
  })
})

describe('quarters', () => {
  it('begin on the quarter and last to the next', () => {
    expect(quarterOf(new Date('2026-06-18T09:42:10.123Z')).toISOString()).toBe('2026-06-18T09:30:00.000Z')
    expect(quarterOf(new Date('2026-06-18T09:45:00Z')).toISOString()).toBe('2026-06-18T09:45:00.000Z')
    expect(quarterOf(new Date('2026-06-18T09:44:59.999Z')).toISOString()).toBe('2026-06-18T09:30:00.000Z')
  })

  it('CHT-07 fill a day of 23 and one of 25 hours exactly', () => {
    for (const [text, count] of [
      ['2026-03-29', 92],
      ['2026-10-25', 100],
      ['2026-06-18', 96],
    ] as const) {
      const start = startOfDay(day(text), 'Europe/Berlin')
      expect(quarterOf(start)).toEqual(start)
      expect(
        (startOfDay(dayAfter(day(text)), 'Europe/Berlin').getTime() - start.getTime()) / QUARTER_MS,
      ).toBe(count)
    }
  })

  it('CHT-07 groups quarters by day, also where clocks change, and in any order', () => {
    const start = new Date('2026-10-23T22:00:00Z')
    const [first, ...later] = ['2026-10-24', '2026-10-25', '2026-10-26'].map(day)
    const grouped = quartersByDay([3, 96, 195, 196, 7], start, 'Europe/Berlin')
    expect([...grouped].map(([of, quarters]) => [of, [...quarters]])).toEqual([
      [first, [3, 7]],
      [later[0], [0, 99]],
      [later[1], [0]],
    ])
  })

  it('API-14 a year of quarters keeps nobody waiting: the borders of each day are computed once', () => {
    const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
    const year = Array.from({ length: 365 * 96 }, (_, quarter) => quarter)
    const grouped = quartersByDay(year, new Date('2023-12-31T23:00:00Z'), 'Europe/Berlin')
    const count = asked.mock.calls.length
    asked.mockRestore()
    expect(grouped.size).toBe(365)
    expect(count).toBeLessThan(365 * 6)
  })
})
