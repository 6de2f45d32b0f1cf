import type { DayBalance } from '@kellersonne/contract/energy/balance'
import type { Expectation } from '@kellersonne/contract/energy/forecast'
import type { Percent, WattHours, Watts } from '@kellersonne/core/units/units'
import { type Formats, UNKNOWN } from '../../../platform/i18n/format.ts'
import type { TFunction } from '../../../platform/i18n/translate.ts'
import type { MarkerName } from '../../../ui/feedback/Marker.tsx'
import type { LiveViewModel } from '../model/liveViewModel.ts'

/** The data of an explanation, all of one moment; null if the server did not send them. */
export type Snapshot = {
  readonly view: LiveViewModel
  readonly balance: DayBalance | null
  readonly forecast: Expectation | null
}

/** `t` translates the explanations, `d` the dashboard, `w` what forecasts say. */
export type Localizer = {
  readonly t: TFunction<'explain'>
  readonly d: TFunction<'dashboard'>
  readonly w: TFunction<'forecast'>
  readonly f: Formats
}

/** An input of a calculation. */
export type Input = {
  readonly name: string
  readonly value: string
  readonly source: string
  readonly marker?: MarkerName
  /** True if it does not count towards the number. */
  readonly out?: boolean
}

/** A formula in words, with its figures and inputs. */
export type Calculation = {
  readonly title?: string
  readonly formula: string | null
  readonly figures: string | null
  readonly inputs: readonly Input[]
}

export type Content = {
  readonly value: string
  /** The direction, or what the number is a total of. */
  readonly note: string
  readonly text: string
  /** Why there is no number. */
  readonly why: string | null
  readonly calculations: readonly Calculation[]
  readonly remarks: readonly string[]
  readonly asOf: Date | null
}

/** Formats with more digits than elsewhere, so that the calculation can be followed. */
export const exact = (f: Formats) => ({
  power: (power: Watts | null) =>
    power === null ? UNKNOWN : f.text({ value: f.number(Math.round(power) + 0, 0), unit: 'W' }),
  energy: (energy: WattHours | null) =>
    energy === null ? UNKNOWN : f.text({ value: f.number(energy / 1000, 2), unit: 'kWh' }),
  share: (share: Percent | null) =>
    share === null ? UNKNOWN : f.text({ value: f.number(share, 1), unit: '%' }),
})

/** "a + b − c": negative values are subtracted; null if any is unknown. */
export function sumText<Q extends number>(values: readonly (Q | null)[], write: (value: Q) => string) {
  const parts = values.map((value, i) => {
    if (value === null) return null
    if (i === 0) return write(value)
    return value < 0 ? `− ${write(-value as Q)}` : `+ ${write(value)}`
  })
  return parts.includes(null) ? null : parts.join(' ')
}

/** A longer sum is hard to read; the inputs say the same. */
export const MOST_FIGURES = 4
