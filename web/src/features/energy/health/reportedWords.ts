import type { BatteryHealth } from '@kellersonne/contract/energy/battery-health'
import type { Figure } from '../parts/Figures.tsx'
import type { Localizer } from './words.ts'

type Report = NonNullable<BatteryHealth['reported']>
type Quantity = {
  readonly unit: '%' | 'Ah' | 'kWh' | 'W' | 'mΩ' | 'h' | ''
  readonly per: number
  readonly digits: 0 | 1
}

/** How the numbers of a report are shown: divided by `per`, in a unit. */
const quantities = {
  soh_percent: { unit: '%', per: 1, digits: 1 },
  remaining_energy_wh: { unit: 'kWh', per: 1000, digits: 1 },
  remaining_capacity_ah: { unit: 'Ah', per: 1, digits: 0 },
  remaining_power_w: { unit: 'W', per: 1, digits: 0 },
  round_trip_percent: { unit: '%', per: 1, digits: 0 },
  self_discharge_percent_month: { unit: '%', per: 1, digits: 1 },
  resistance_mohm: { unit: 'mΩ', per: 1, digits: 0 },
  full_cycles: { unit: '', per: 1, digits: 0 },
  energy_throughput_wh: { unit: 'kWh', per: 1000, digits: 0 },
  capacity_throughput_ah: { unit: 'Ah', per: 1, digits: 0 },
  minutes_over_temperature: { unit: 'h', per: 60, digits: 1 },
  minutes_under_temperature: { unit: 'h', per: 60, digits: 1 },
  minutes_charging_over_temperature: { unit: 'h', per: 60, digits: 1 },
  minutes_charging_under_temperature: { unit: 'h', per: 60, digits: 1 },
  deep_discharges: { unit: '', per: 1, digits: 0 },
  overcharges: { unit: '', per: 1, digits: 0 },
} as const satisfies Partial<Record<keyof Report, Quantity>>
const measured = Object.keys(quantities) as (keyof typeof quantities)[]
const dates = ['manufactured_on', 'in_service_on'] as const

/** What the unit reports of its battery itself; nothing of what it leaves out. */
export function reportedFigures(report: Report, { t, f }: Localizer): Figure[] {
  const known = measured.flatMap((field) => {
    const value = report[field]
    const { unit, per, digits }: Quantity = quantities[field]
    if (value == null) return []
    return [
      {
        name: t(`reported.${field}`),
        value: f.text({ value: f.number(value / per, digits), unit }),
        note: '',
      },
    ]
  })
  const days = dates.flatMap((field) => {
    const day = report[field]
    return day == null
      ? []
      : [{ name: t(`reported.${field}`), value: f.date(new Date(`${day}T12:00:00Z`), 'UTC'), note: '' }]
  })
  const status =
    report.status == null
      ? []
      : [{ name: t('reported.status'), value: t(`statuses.${report.status}`), note: '' }]
  return [...known, ...days, ...status]
}
