import type { DaySum } from '@kellersonne/core/energy/forecast/forecast'
import { type WattHours, wattHours } from '@kellersonne/core/units/units'
import type { Formats } from '../../../platform/i18n/format.ts'
import type { TFunction } from '../../../platform/i18n/translate.ts'

export type Localizer = { readonly t: TFunction<'forecast'>; readonly f: Formats }

/** Below this, a tenth of a kWh is told; below 1 kWh, tens of Wh. */
const TENTHS_WH = 5000
const ROUNDED_WH = 10

/** Writes energies so that they can be compared: in one unit, and no finer than forecasts are. */
function writer(highest: number, f: Formats) {
  if (highest < 1000)
    return { unit: 'Wh', of: (wh: number) => f.number(Math.round(wh / ROUNDED_WH) * ROUNDED_WH, 0) }
  const digits = highest < TENTHS_WH ? 1 : 0
  return { unit: 'kWh', of: (wh: number) => f.number(wh / 1000, digits) }
}

/** "8 bis 13 kWh, am ehesten 11"; "rund 11 kWh" if both ends round to the same. */
export function bandText({ low, expected, high }: DaySum, { t, f }: Localizer): string {
  const { unit, of } = writer(high, f)
  const ends = [of(low), of(high)]
  if (ends[0] === ends[1]) return aboutText(expected, { t, f })
  return t('band', { low: ends[0], high: f.text({ value: ends[1] ?? '', unit }), expected: of(expected) })
}

/** "rund 11 kWh", of an energy whose band is not known. */
export function aboutText(expected: WattHours, { t, f }: Localizer): string {
  const { unit, of } = writer(expected, f)
  return t('about', { expected: f.text({ value: of(expected), unit }) })
}

const HOURS_A_QUARTER = 0.25

/** Returns the energy of a day's quarters, Wh; null unless all of them are known. */
export function energyOf(quarters: readonly (number | null)[]): WattHours | null {
  let sum = 0
  for (const power of quarters) {
    if (power === null) return null
    sum += power * HOURS_A_QUARTER
  }
  return quarters.length === 0 ? null : wattHours(sum)
}
