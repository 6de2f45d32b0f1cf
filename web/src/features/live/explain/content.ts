import type { DayBalance } from '@kellersonne/contract/energy/balance'
import type { Expectation } from '@kellersonne/contract/energy/forecast'
import type { Percent, WattHours, Watts } from '@kellersonne/core/units/units'
import type { TFunction } from 'i18next'
import { type Formats, UNKNOWN } from '../../../platform/i18n/format.ts'
import type { MarkerName } from '../../../ui/feedback/Marker.tsx'
import type { Overview } from '../model/overview.ts'

/** What an explanation is made of, all of one moment; null where the server did not tell. */
export type Snapshot = {
  readonly view: Overview
  readonly balance: DayBalance | null
  readonly forecast: Expectation | null
}

/** `t` are the words of explanations, `d` those of the dashboard. */
export type Words = {
  readonly t: TFunction<'explain'>
  readonly d: TFunction<'dashboard'>
  readonly f: Formats
}

/** One of the numbers that another is made of. */
export type Input = {
  readonly name: string
  readonly value: string
  readonly source: string
  readonly marker?: MarkerName
  /** It is no part of the number. */
  readonly out?: boolean
}

/** A formula in words, with its figures, and what it is fed with. */
export type Calculation = {
  readonly title?: string
  readonly formula: string | null
  readonly figures: string | null
  readonly inputs: readonly Input[]
}

export type Content = {
  readonly value: string
  /** The direction, or what it is the total of. */
  readonly note: string
  readonly text: string
  /** Why there is no number. */
  readonly why: string | null
  readonly calculations: readonly Calculation[]
  readonly remarks: readonly string[]
  readonly asOf: Date | null
}

/** Numbers finer than where they are shown, so that they can be followed. */
export const exact = (f: Formats) => ({
  power: (power: Watts | null) =>
    power === null ? UNKNOWN : f.text({ value: f.number(Math.round(power) + 0, 0), unit: 'W' }),
  energy: (energy: WattHours | null) =>
    energy === null ? UNKNOWN : f.text({ value: f.number(energy / 1000, 2), unit: 'kWh' }),
  share: (share: Percent | null) =>
    share === null ? UNKNOWN : f.text({ value: f.number(share, 1), unit: '%' }),
})

/** "a + b − c": what is below zero is taken away; null where one is not known. */
export function sumText<Q extends number>(values: readonly (Q | null)[], write: (value: Q) => string) {
  const parts = values.map((value, i) => {
    if (value === null) return null
    if (i === 0) return write(value)
    return value < 0 ? `− ${write(-value as Q)}` : `+ ${write(value)}`
  })
  return parts.includes(null) ? null : parts.join(' ')
}

/** Beyond this a sum is no longer read; the inputs say the same. */
export const MOST_FIGURES = 4
