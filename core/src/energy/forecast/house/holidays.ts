import type { Day } from '../../../time/days.ts'
import { createCache } from '../../cache.ts'

const DAY_MS = 86_400_000

/**
 * Returns Easter Sunday of a year in ms: Gauss's rule in the form of Meeus, Jones and Butcher (Nature 13 (1876) 487;
 * Meeus, Astronomical algorithms, ch. 8).
 */
function easterOf(year: number): number {
  const a = year % 19
  const [b, c] = [Math.floor(year / 100), year % 100]
  const [d, e] = [Math.floor(b / 4), b % 4]
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - d - g + 15) % 30
  const [i, k] = [Math.floor(c / 4), c % 4]
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const sum = h + l - 7 * m + 114
  return Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1)
}

/** Holidays of a country or land: `MM-DD`, or days after Easter Sunday as `E+39`. */
type Rules = string

const GERMANY: Rules = '01-01 E-2 E+1 05-01 E+39 E+50 10-03 12-25 12-26'
/** Of the laws on Sundays and public holidays of the Länder, as in force in 2026. */
const laender: Readonly<Record<string, Rules>> = {
  BW: '01-06 E+60 11-01',
  BY: '01-06 E+60 08-15 11-01',
  BE: '03-08',
  BB: 'E+0 E+49 10-31',
  HB: '10-31',
  HH: '10-31',
  HE: 'E+60',
  MV: '03-08 10-31',
  NI: '10-31',
  NW: 'E+60 11-01',
  RP: 'E+60 11-01',
  SL: 'E+60 08-15 11-01',
  SN: '10-31 repentance',
  ST: '01-06 10-31',
  SH: '10-31',
  TH: '09-20 10-31',
}
/** Nationwide public holidays of the portal's countries (AUT-04); of Switzerland those that nearly all cantons keep. */
const countries: Readonly<Record<string, Rules>> = {
  DE: GERMANY,
  AT: '01-01 01-06 E+1 05-01 E+39 E+50 E+60 08-15 10-26 11-01 12-08 12-25 12-26',
  CH: '01-01 E-2 E+1 E+39 E+50 08-01 12-25 12-26',
  BE: '01-01 E+1 05-01 E+39 E+50 07-21 08-15 11-01 11-11 12-25',
  FR: '01-01 E+1 05-01 05-08 E+39 E+50 07-14 08-15 11-01 11-11 12-25',
  NL: '01-01 E+1 04-27 E+39 E+50 12-25 12-26',
  PL: '01-01 01-06 E+1 05-01 05-03 E+49 E+60 08-15 11-01 11-11 12-24 12-25 12-26',
  LV: '01-01 E-2 E+1 05-01 05-04 06-23 06-24 11-18 12-24 12-25 12-26 12-31',
  LT: '01-01 02-16 03-11 E+1 05-01 06-24 07-06 08-15 11-01 11-02 12-24 12-25 12-26',
  EE: '01-01 02-24 E-2 05-01 E+49 06-23 06-24 08-20 12-24 12-25 12-26',
  HR: '01-01 01-06 E+1 05-01 05-30 E+60 06-22 08-05 08-15 11-01 11-18 12-25 12-26',
}
/** Time zones of those countries, for systems whose region is not known. */
const zones: Readonly<Record<string, string>> = {
  'Europe/Berlin': 'DE',
  'Europe/Busingen': 'DE',
  'Europe/Vienna': 'AT',
  'Europe/Zurich': 'CH',
  'Europe/Brussels': 'BE',
  'Europe/Paris': 'FR',
  'Europe/Amsterdam': 'NL',
  'Europe/Warsaw': 'PL',
  'Europe/Riga': 'LV',
  'Europe/Vilnius': 'LT',
  'Europe/Tallinn': 'EE',
  'Europe/Zagreb': 'HR',
}

function rulesOf(region: string): readonly string[] {
  const [country = '', land = ''] = region.split('-')
  const nationwide = countries[country]
  if (nationwide === undefined) return []
  const own = country === 'DE' ? (laender[land] ?? '') : ''
  return `${nationwide} ${own}`.trim().split(' ')
}

/** The Wednesday before 23 November, in Saxony. */
function repentanceOf(year: number): number {
  const eve = Date.UTC(year, 10, 22)
  return eve - ((new Date(eve).getUTCDay() + 4) % 7) * DAY_MS
}

function holidaysOf(region: string, year: number): ReadonlySet<string> {
  const easter = easterOf(year)
  const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  return new Set(
    rulesOf(region).map((rule) => {
      if (rule.startsWith('E')) return iso(easter + Number(rule.slice(1)) * DAY_MS)
      return rule === 'repentance' ? iso(repentanceOf(year)) : `${year}-${rule}`
    }),
  )
}

const years = createCache<ReadonlySet<string>>(500)

/**
 * True on public holidays of a region such as `DE-BY` or `AT`; without one, of the country of the time zone. Moved and
 * one-off holidays are not known.
 */
export function isHoliday(day: Day, region: string | null, timeZone: string): boolean {
  const of = region ?? zones[timeZone]
  if (of === undefined) return false
  const year = day.slice(0, 4)
  return years(`${of} ${year}`, () => holidaysOf(of, Number(year))).has(day)
}
