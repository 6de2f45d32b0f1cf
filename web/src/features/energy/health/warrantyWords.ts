import type { BatteryHealth } from '@kellersonne/contract/energy/battery-health'
import { energyText, type Localizer, percentText, shareText } from './words.ts'

export type Warranty = NonNullable<BatteryHealth['warranty']>

function yearsText({ years }: Warranty, { t, f }: Localizer): string {
  const number = f.number(years, Number.isInteger(years) ? 0 : 1)
  return t('warranty.years', { count: years, number })
}

/** One sentence that compares the estimate with what the maker warrants; it makes no claim. */
export function warrantyText(warranty: Warranty, health: BatteryHealth, localizer: Localizer): string {
  const { t, f } = localizer
  const { remaining_percent, energy_throughput_wh: limit, today, unknown } = warranty
  const [least, years] = [percentText(remaining_percent, f), yearsText(warranty, localizer)]
  const energy = limit === null ? '' : energyText(limit, f)
  const term = limit === null ? years : t('warranty.orEnergy', { years, energy })
  const promise = t('warranty.promise', { least, years: term })
  if (today === null)
    return t(unknown === 'exchanged' ? 'warranty.exchanged' : 'warranty.withoutStart', { promise })
  const state = health.estimate?.state
  const share = state ? shareText(state, localizer) : ''
  if (today.is_over) {
    const estimated = state ? t('warranty.estimated', { share }) : ''
    return today.by === 'time'
      ? t('warranty.over', { least, years, estimated })
      : t('warranty.used', { least, energy, estimated })
  }
  const compared = { promise, today: percentText(today.percent, f), share }
  return t(`warranty.${today.verdict ?? 'unmeasured'}`, compared)
}

/** Where the numbers are from; null where nothing is compared. */
export function warrantyBasis({ starts_on: start, today }: Warranty, { t, f }: Localizer): string | null {
  if (start === null || today === null) return null
  const date = f.date(new Date(`${start}T12:00:00Z`), 'UTC')
  return t('warranty.basis', { date, by: t(`warranty.by.${today.by}`) })
}
