import { type Day, dayAfter, dayOf, timeOfDay } from '@kellersonne/core/time/days'
import { IDLE_W } from '@kellersonne/core/units/power'
import type { Percent, Volts, WattHours, Watts } from '@kellersonne/core/units/units'
import type { Language } from './bundles.ts'
import type { TFunction } from './translate.ts'

/** A formatted number, with its unit separate because it is set smaller. */
export type Quantity = { readonly value: string; readonly unit: string }

/** Shown for an unknown value. */
export const UNKNOWN = '–'
const unknown: Quantity = { value: UNKNOWN, unit: '' }
const NBSP = '\u00A0'
const MINUS = '\u2212'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK = 7 * DAY

const locales: Record<Language, string> = { de: 'de-DE', en: 'en-GB' }

/** Created when first needed, and once: creating formatters is slow. */
const numbers = new Map<string, Intl.NumberFormat>()
function decimals(language: Language, digits: 0 | 1 | 2) {
  const key = `${language} ${digits}`
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const format = numbers.get(key) ?? new Intl.NumberFormat(locales[language], options)
  numbers.set(key, format)
  return format
}

const dates = new Map<string, Intl.DateTimeFormat>()
function dateFormat(language: Language, options: Intl.DateTimeFormatOptions) {
  const key = `${language} ${JSON.stringify(options)}`
  const format = dates.get(key) ?? new Intl.DateTimeFormat(locales[language], options)
  dates.set(key, format)
  return format
}

/** All numbers, units, times and dates of the portal in one language. `t` provides the words around them. */
export const formats = (language: Language, t: TFunction<'units'>) => ({
  ...quantities(language),
  ...times(language, t),
})
export type Formats = ReturnType<typeof formats>

function quantities(language: Language) {
  const gap = (unit: string) => (unit === '' || (unit === '%' && language === 'en') ? '' : NBSP)
  const number = (value: number, digits: 0 | 1 | 2) =>
    decimals(language, digits).format(value).replace('-', MINUS)
  return {
    number,

    /** Signs as in core's power.ts; `magnitude` drops them, for texts that name the direction. */
    power(power: Watts | null, { magnitude = false } = {}): Quantity {
      if (power === null) return unknown
      const size = Math.abs(power)
      if (size < IDLE_W) return { value: '0', unit: 'W' }
      const sign = power < 0 && !magnitude ? -1 : 1
      if (size < 950) return { value: number(sign * Math.round(size / 10) * 10, 0), unit: 'W' }
      const kilowatts = size / 1000
      return { value: number(sign * kilowatts, kilowatts < 9.995 ? 2 : 1), unit: 'kW' }
    },

    /** Whole Wh below 1 kWh, then kWh and MWh. */
    energy(energy: WattHours | null): Quantity {
      if (energy === null) return unknown
      if (Math.abs(energy) < 999.5) return { value: number(Math.round(energy) + 0, 0), unit: 'Wh' }
      const kilowattHours = energy / 1000
      const size = Math.abs(kilowattHours)
      if (size >= 9999.5) return { value: number(kilowattHours / 1000, 1), unit: 'MWh' }
      return { value: number(kilowattHours, size < 99.95 ? 1 : 0), unit: 'kWh' }
    },

    percent: (share: Percent | null): Quantity =>
      share === null ? unknown : { value: number(share, 0), unit: '%' },

    voltage: (voltage: Volts | null): Quantity =>
      voltage === null ? unknown : { value: number(voltage, 1), unit: 'V' },

    /** The separator between a number and its unit. */
    gap,

    /** Number and unit in running text. */
    text: ({ value, unit }: Quantity): string => `${value}${gap(unit)}${unit}`,

    /** "Deutschland" for DE. */
    country: (code: string) => new Intl.DisplayNames(locales[language], { type: 'region' }).of(code) ?? code,

    /** "L1", "L1 und L3", "L1, L2 und L3". */
    list: (words: readonly string[]) =>
      new Intl.ListFormat(locales[language], { type: 'conjunction' }).format(words),
  }
}

function times(language: Language, t: TFunction<'units'>) {
  /** Returns one field of a date in the language's form and the given time zone. */
  function field(at: Date, timeZone: string, options: Intl.DateTimeFormatOptions) {
    const [name] = Object.keys(options)
    const parts = dateFormat(language, { ...options, timeZone }).formatToParts(at)
    return parts.find(({ type }) => type === name)?.value.replace('.', '') ?? ''
  }

  /** "09:12 Uhr" */
  const time = (at: Date, timeZone: string) => t('time', { clock: timeOfDay(at, timeZone) })

  /** "Do, 18.06.2026" */
  function date(at: Date, timeZone: string) {
    const [year = '', month = '', day = ''] = dayOf(at, timeZone).split('-')
    const weekday = field(at, timeZone, { weekday: 'short' })
    const shortMonth = field(at, timeZone, { month: 'short' })
    return t('date', { weekday, day: Number(day), day2: day, month, shortMonth, year })
  }

  /** "18. Juni" */
  const dayAndMonth = (at: Date, timeZone: string) =>
    t('dayAndMonth', {
      day: Number(dayOf(at, timeZone).slice(8)),
      month: dateFormat(language, { timeZone, month: 'long' }).format(at),
    })

  const isSameYear = (at: Date, now: Date, timeZone: string) =>
    dayOf(at, timeZone).slice(0, 4) === dayOf(now, timeZone).slice(0, 4)

  /** "gestern", "18. Juni" or, of another year, "Do, 18.06.2026". */
  function pastDay(at: Date, now: Date, timeZone: string) {
    if (dayAfter(dayOf(at, timeZone)) === dayOf(now, timeZone)) return t('yesterday')
    return isSameYear(at, now, timeZone) ? dayAndMonth(at, timeZone) : date(at, timeZone)
  }

  return {
    dayAndMonth,

    /** "Juni", "Jun" or, with the year, "Juni 2026", for any day of the month. */
    month: (day: Day, month: 'long' | 'short', year?: 'numeric') =>
      dateFormat(language, { month, timeZone: 'UTC', ...(year && { year }) })
        .format(new Date(`${day}T12:00:00Z`))
        .replace('.', ''),

    /** "Do" or "Donnerstag" */
    weekday: (day: Day, weekday: 'long' | 'short') => field(new Date(`${day}T12:00:00Z`), 'UTC', { weekday }),

    /** "09:12" */
    clock: timeOfDay,
    time,
    date,

    /** "Donnerstag, 18. Juni" */
    longDate: (at: Date, timeZone: string) =>
      `${field(at, timeZone, { weekday: 'long' })}, ${dayAndMonth(at, timeZone)}`,

    /** How long ago: the more recent, the finer; after a week, the date. */
    age(at: Date, now: Date, timeZone: string) {
      const age = Math.max(0, now.getTime() - at.getTime())
      if (age < MINUTE) return t('secondsAgo', { seconds: Math.floor(age / SECOND) })
      if (age < HOUR) return t('minutesAgo', { minutes: Math.floor(age / MINUTE) })
      if (age >= WEEK) return date(at, timeZone)
      if (age >= DAY) return t('daysAgo', { count: Math.floor(age / DAY) })
      return t('hoursAgo', { hours: Math.floor(age / HOUR), minutes: Math.floor((age % HOUR) / MINUTE) })
    },

    pastDay,

    /** A day where there is little room: "23.10." or, of another year, "23.10.25". */
    shortDate: (at: Date, now: Date, timeZone: string) =>
      dateFormat(language, {
        ...{ timeZone, day: 'numeric', month: language === 'de' ? '2-digit' : 'short' },
        ...(isSameYear(at, now, timeZone) ? {} : { year: '2-digit' }),
      }).format(at),

    /** A time of day, preceded by the day unless it is today. */
    moment: (at: Date, now: Date, timeZone: string) =>
      dayOf(at, timeZone) === dayOf(now, timeZone)
        ? time(at, timeZone)
        : `${pastDay(at, now, timeZone)}, ${time(at, timeZone)}`,
  }
}
