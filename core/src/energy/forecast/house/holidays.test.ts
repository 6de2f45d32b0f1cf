import { describe, expect, it } from 'vitest'
import { type Day, dayAfter } from '../../../time/days.ts'
import { isHoliday } from './holidays.ts'

const holidays = (region: string, year = 2026) =>
  Array.from({ length: 365 }, (_, i) => dayAfter(`${year}-01-01` as Day, i)).filter((day) =>
    isHoliday(day, region, 'Europe/Berlin'),
  )
/** Those of AUT-04. */
const countries = ['DE', 'PL', 'AT', 'CH', 'BE', 'FR', 'LV', 'LT', 'EE', 'HR', 'NL']
const laender = [
  'BW',
  'BY',
  'BE',
  'BB',
  'HB',
  'HH',
  'HE',
  'MV',
  'NI',
  'NW',
  'RP',
  'SL',
  'SN',
  'ST',
  'SH',
  'TH',
]

describe('public holidays', () => {
  it('FCT-04 are those of each of the Länder', () => {
    expect(laender.map((land) => holidays(`DE-${land}`).length)).toEqual([
      12, 13, 10, 12, 10, 10, 10, 11, 10, 11, 11, 12, 11, 11, 10, 11,
    ])
    expect(holidays('DE-SN')).toContain('2026-11-18')
    expect(holidays('DE-SN', 2028)).toContain('2028-11-22')
    expect(holidays('DE-BB')).toContain('2026-05-24')
  })

  it('FCT-04 move with Easter', () => {
    const easterMondays = ['2024-04-01', '2025-04-21', '2026-04-06', '2038-04-26'] as Day[]
    expect(easterMondays.map((day) => isHoliday(day, 'DE', 'Europe/Berlin'))).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(isHoliday('2026-04-13' as Day, 'DE', 'Europe/Berlin')).toBe(false)
  })

  it('FCT-04 are known of each country of the portal, and of its time zone', () => {
    for (const country of countries) expect(holidays(country).length).toBeGreaterThanOrEqual(7)
    expect(isHoliday('2026-07-14' as Day, null, 'Europe/Paris')).toBe(true)
    expect(isHoliday('2026-07-14' as Day, null, 'Europe/Berlin')).toBe(false)
    expect(isHoliday('2026-12-25' as Day, null, 'Africa/Nairobi')).toBe(false)
    expect(isHoliday('2026-12-25' as Day, 'XX-YY', 'Europe/Berlin')).toBe(false)
  })
})
