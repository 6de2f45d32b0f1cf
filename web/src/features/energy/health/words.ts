import type { BatteryHealth } from '@kellersonne/contract/energy/battery-health'
import { wattHours } from '@kellersonne/core/units/units'
import type { Formats } from '../../../platform/i18n/format.ts'
import type { TFunction } from '../../../platform/i18n/translate.ts'
import type { Figure } from '../parts/Figures.tsx'

export type Localizer = { readonly t: TFunction<'health'>; readonly f: Formats }
export type Estimate = NonNullable<BatteryHealth['estimate']>

const PERCENT = 100

export const energyText = (energy: number, f: Formats): string => f.text(f.energy(wattHours(energy)))

export const percentText = (percent: number, f: Formats): string =>
  f.text({ value: f.number(percent, 0), unit: '%' })

/** "9,40 ± 0,20 kWh" */
function capacityText({ capacity, plus_minus }: Estimate, { t, f }: Localizer): string {
  const kilowattHours = (energy: number) => f.number(energy / 1000, 1)
  const value = t('plusMinus', { value: kilowattHours(capacity), by: kilowattHours(plus_minus) })
  return f.text({ value, unit: 'kWh' })
}

/** Usual losses begin with one percentage point a year: what is left at best tells the age. */
const yearsText = (high: number, f: Formats) => {
  const years = PERCENT - high
  return f.number(years, years < 3 ? 1 : 0)
}

/** "94 ± 2 %" */
export function shareText(
  { percent, plus_minus }: NonNullable<Estimate['state']>,
  { t, f }: Localizer,
): string {
  const by = f.number(Math.max(1, plus_minus), 0)
  return f.text({ value: t('plusMinus', { value: f.number(percent, 0), by }), unit: '%' })
}

/** One sentence about the battery; it claims nothing that is not known. */
export function verdict({ estimate, stated }: BatteryHealth, { t, f }: Localizer): string {
  if (!estimate) return t('tooFew')
  const { state } = estimate
  if (!state) {
    const plain = t('plain', { capacity: capacityText(estimate, { t, f }) })
    return `${plain} ${stated === null ? t('notStated') : t('otherStated', { stated: energyText(stated, f) })}`
  }
  const share = shareText(state, { t, f })
  if (!state.usual || state.verdict === 'early') return t('early', { share })
  const { low, high } = state.usual
  const usual = f.text({ value: t('range', { low: f.number(low, 0), high: f.number(high, 0) }), unit: '%' })
  return t(state.verdict, { share, usual, years: yearsText(high, f) })
}

/** What the estimate says beside its sentence. */
export function capacityFigures({ estimate, stated }: BatteryHealth, { t, f }: Localizer): Figure[] {
  if (!estimate) return []
  const { a_year: change } = estimate
  const loss = change === null ? '–' : change >= 0 ? t('noLoss') : energyText(-change, f)
  const statedText = stated === null ? '' : t('stated', { stated: energyText(stated, f) })
  return [
    { name: t('capacity'), value: capacityText(estimate, { t, f }), note: statedText },
    { name: t('aYear'), value: loss, note: change === null ? t('aYearLater') : '' },
  ]
}

/** What the battery has done. */
export function useFigures(health: BatteryHealth, { t, f }: Localizer): Figure[] {
  const { round_trip: recent, round_trip_first: first, full_cycles: cycles } = health
  const roundTripNote = first
    ? t('roundTripFirst', { first: percentText(first.percent, f) })
    : t('roundTripRecent')
  return [
    {
      name: t('roundTrip'),
      value: recent ? percentText(recent.percent, f) : '–',
      note: recent ? roundTripNote : t('roundTripLater'),
    },
    {
      name: t('cycles'),
      value: cycles === null ? '–' : f.number(cycles, 0),
      note: t('throughput', {
        charged: energyText(health.charged, f),
        discharged: energyText(health.discharged, f),
      }),
    },
    { name: t('deep'), value: f.number(health.deep_discharges, 0), note: t('deepMeaning') },
  ]
}
