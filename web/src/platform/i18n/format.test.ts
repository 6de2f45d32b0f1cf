import { percent, volts, wattHours, watts } from '@kellersonne/core/units/units'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Formats, formats } from './format.ts'
import { setLanguage, textsOf } from './i18n.ts'

let de: Formats
let en: Formats
beforeAll(async () => {
  await setLanguage('en')
  await setLanguage('de')
  de = formats('de', textsOf('de', 'units'))
  en = formats('en', textsOf('en', 'units'))
})

/** Replaces non-breaking spaces with ordinary ones. */
const plain = (text: string) => text.replaceAll('\u00A0', ' ')
const ZONE = 'Europe/Berlin'
const now = new Date('2026-06-18T11:42:00+02:00')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

describe('powers', () => {
  it.each([
    [0, '0 W', '0 W'],
    [4.9, '0 W', '0 W'],
    [-4.9, '0 W', '0 W'],
    [5, '10 W', '10 W'],
    [654, '650 W', '650 W'],
    [949, '950 W', '950 W'],
    [950, '0,95 kW', '0.95 kW'],
    [-1212, '−1,21 kW', '−1.21 kW'],
    [-650, '−650 W', '−650 W'],
    [4820, '4,82 kW', '4.82 kW'],
    [9994, '9,99 kW', '9.99 kW'],
    [9995, '10,0 kW', '10.0 kW'],
    [12_350, '12,4 kW', '12.4 kW'],
  ])('PRD-02 %d W', (power, german, english) => {
    expect(plain(de.text(de.power(watts(power))))).toBe(german)
    expect(plain(en.text(en.power(watts(power))))).toBe(english)
  })

  it('PRD-07 leave their sign to words where asked to', () => {
    expect(de.power(watts(-1210), { magnitude: true })).toEqual({ value: '1,21', unit: 'kW' })
    expect(de.power(watts(-120), { magnitude: true })).toEqual({ value: '120', unit: 'W' })
  })
})

describe('other quantities', () => {
  it.each([
    [0, '0 Wh', '0 Wh'],
    [13_449, '13,4 kWh', '13.4 kWh'],
    [99_940, '99,9 kWh', '99.9 kWh'],
    [99_950, '100 kWh', '100 kWh'],
    [1_234_400, '1.234 kWh', '1,234 kWh'],
    [9_999_499, '9.999 kWh', '9,999 kWh'],
    [87, '87 Wh', '87 Wh'],
    [0.4, '0 Wh', '0 Wh'],
    [-0.4, '0 Wh', '0 Wh'],
    [-640, '−640 Wh', '−640 Wh'],
    [999.4, '999 Wh', '999 Wh'],
    [999.5, '1,0 kWh', '1.0 kWh'],
    [9_999_500, '10,0 MWh', '10.0 MWh'],
    [12_345_000, '12,3 MWh', '12.3 MWh'],
  ])('PRD-02 energy of %d Wh', (energy, german, english) => {
    expect(plain(de.text(de.energy(wattHours(energy))))).toBe(german)
    expect(plain(en.text(en.energy(wattHours(energy))))).toBe(english)
  })

  it('PRD-02 state of charge whole, voltage with one decimal', () => {
    expect(de.text(de.percent(percent(63.5)))).toBe('64\u00A0%')
    expect(en.text(en.percent(percent(63.5)))).toBe('64%')
    expect(de.voltage(volts(233.64))).toEqual({ value: '233,6', unit: 'V' })
  })

  it('DSH-09 what is not known is a dash, never 0', () => {
    for (const shown of [de.power(null), de.energy(null), de.percent(null), de.voltage(null)])
      expect(de.text(shown)).toBe('–')
  })
})

describe('times', () => {
  it.each([
    [-30, 'vor 0 s', '0 s ago'],
    [12, 'vor 12 s', '12 s ago'],
    [59.9, 'vor 59 s', '59 s ago'],
    [60, 'vor 1 min', '1 min ago'],
    [3599, 'vor 59 min', '59 min ago'],
    [3600, 'vor 1 h 0 min', '1 h 0 min ago'],
    [6240, 'vor 1 h 44 min', '1 h 44 min ago'],
    [86_399, 'vor 23 h 59 min', '23 h 59 min ago'],
    [86_400, 'vor 1 Tag', '1 day ago'],
    [3 * 86_400, 'vor 3 Tagen', '3 days ago'],
    [7 * 86_400 - 1, 'vor 6 Tagen', '6 days ago'],
    [7 * 86_400, 'Do, 11.06.2026', 'Thu, 11 Jun 2026'],
  ])('DSH-07 an age of %d s', (seconds, german, english) => {
    expect(plain(de.age(ago(seconds), now, ZONE))).toBe(german)
    expect(plain(en.age(ago(seconds), now, ZONE))).toBe(english)
  })

  it("PRD-02 times and dates are those of the system's zone", () => {
    const late = new Date('2026-01-02T23:05:00Z')
    expect(plain(de.time(late, ZONE))).toBe('00:05 Uhr')
    expect(en.time(late, ZONE)).toBe('00:05')
    expect(de.clock(late, 'America/New_York')).toBe('18:05')
    expect(de.date(late, ZONE)).toBe('Sa, 03.01.2026')
    expect(en.date(late, ZONE)).toBe('Sat, 3 Jan 2026')
    expect(de.longDate(now, ZONE)).toBe('Donnerstag, 18. Juni')
    expect(en.longDate(now, ZONE)).toBe('Thursday, 18 June')
  })

  it.each([
    ['2026-06-18T09:12:00+02:00', '09:12 Uhr', '09:12'],
    ['2026-06-17T18:20:00+02:00', 'gestern, 18:20 Uhr', 'yesterday, 18:20'],
    ['2026-06-12T03:41:00+02:00', '12. Juni, 03:41 Uhr', '12 June, 03:41'],
    ['2025-12-28T13:05:00+01:00', 'So, 28.12.2025, 13:05 Uhr', 'Sun, 28 Dec 2025, 13:05'],
  ])('ENT-06 a message since %s', (since, german, english) => {
    expect(plain(de.moment(new Date(since), now, ZONE))).toBe(german)
    expect(plain(en.moment(new Date(since), now, ZONE))).toBe(english)
  })

  it.each([
    ['2026-06-17T23:30:00+02:00', ['gestern', '17.06.'], ['yesterday', '17 Jun']],
    ['2026-06-02T03:41:00+02:00', ['2. Juni', '02.06.'], ['2 June', '2 Jun']],
    ['2025-12-28T13:05:00+01:00', ['So, 28.12.2025', '28.12.25'], ['Sun, 28 Dec 2025', '28 Dec 25']],
  ])('DSH-09 the day of %s, and where there is little room', (day, german, english) => {
    const at = new Date(day)
    expect([de.pastDay(at, now, ZONE), de.shortDate(at, now, ZONE)].map(plain)).toEqual(german)
    expect([en.pastDay(at, now, ZONE), en.shortDate(at, now, ZONE)].map(plain)).toEqual(english)
  })

  it('PRD-05 systems are listed as the language does', () => {
    expect(de.list(['L1', 'L2', 'L3'])).toBe('L1, L2 und L3')
    expect(en.list(['L1', 'L3'])).toBe('L1 and L3')
  })
})
