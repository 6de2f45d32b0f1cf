import type { BatteryHealth } from '@kellersonne/contract/energy/battery-health'
import {
  type BatteryPassport,
  PASSPORT_SCHEMA,
  type PassportField,
  type PassportValue,
  passportFields,
  passportNames,
} from '@kellersonne/contract/energy/battery-passport'
import type { SerialNumber } from '@kellersonne/core/systems/systems'

type Known = Pick<PassportValue, 'value' | 'source'> & { readonly plus_minus?: number }
type Reported = Omit<NonNullable<BatteryHealth['reported']>, 'warranty'>

const LEVELS = ['soc_below_5', 'soc_5_to_20', 'soc_20_to_80', 'soc_80_to_95', 'soc_from_95'] as const
const WARMTHS = [
  'hours_below_0',
  'hours_0_to_10',
  'hours_10_to_35',
  'hours_35_to_45',
  'hours_from_45',
] as const

/** Returns what the unit reports of a field, in the passport's unit; undefined = nothing. */
function reported(report: Reported | null, field: keyof Reported, per = 1): Known | undefined {
  const value = report?.[field]
  if (value == null) return undefined
  return { value: typeof value === 'number' ? value / per : value, source: 'reported' }
}

/** What is measured comes first; what the unit itself reports is used where we measure nothing. */
function knownOf(health: BatteryHealth): Partial<Record<PassportField, Known | undefined>> {
  const {
    estimate,
    round_trip,
    full_cycles,
    deep_discharges,
    levels,
    temperature,
    reported: report,
    since,
  } = health
  const own = (field: keyof Reported, per?: number) => reported(report, field, per)
  const measured = (value: number | null | undefined): Known | undefined =>
    value == null || since === null ? undefined : { value, source: 'measured' }
  // Units report temperatures also where no state of charge was measured.
  const warmth = (value: number | undefined): Known | undefined =>
    value === undefined ? undefined : { value, source: 'measured' }
  return {
    remaining_capacity: own('remaining_capacity_ah'),
    remaining_energy: estimate
      ? { value: estimate.capacity, plus_minus: estimate.plus_minus, source: 'estimated' }
      : own('remaining_energy_wh'),
    remaining_power: own('remaining_power_w'),
    round_trip_efficiency: measured(round_trip?.percent) ?? own('round_trip_percent'),
    self_discharge: own('self_discharge_percent_month'),
    ohmic_resistance: own('resistance_mohm', 1000),
    status: own('status'),
    full_cycles: own('full_cycles') ?? measured(full_cycles),
    deep_discharges: own('deep_discharges') ?? measured(deep_discharges),
    overcharges: own('overcharges'),
    hours_over_temperature: own('minutes_over_temperature', 60),
    hours_under_temperature: own('minutes_under_temperature', 60),
    hours_charging_over_temperature: own('minutes_charging_over_temperature', 60),
    hours_charging_under_temperature: own('minutes_charging_under_temperature', 60),
    ...Object.fromEntries(WARMTHS.map((name, i) => [name, warmth(temperature?.hours[i])])),
    lowest_temperature: warmth(temperature?.lowest),
    highest_temperature: warmth(temperature?.highest),
    ...Object.fromEntries(LEVELS.map((name, i) => [name, measured(levels[i])])),
  }
}

/** What the passport states of a system beside its values: the serial number, if it is shown, and whether its owner connected it. */
type Told = { readonly serial: SerialNumber | null; readonly isOwn: boolean; readonly now: Date }

/** Returns the data points of a battery's passport; those unknown here are null, for the maker to add. */
export function passportOf(health: BatteryHealth, { serial, isOwn, now }: Told): BatteryPassport {
  const known = knownOf(health)
  return {
    schema: PASSPORT_SCHEMA,
    issued_at: now.toISOString(),
    measured_since: health.since,
    measured_until: health.until,
    serial_number: serial,
    own_system: isOwn,
    values: passportNames.map((name) => ({
      name,
      ...passportFields[name],
      ...{ value: null, plus_minus: null, source: null },
      ...known[name],
    })),
  }
}
