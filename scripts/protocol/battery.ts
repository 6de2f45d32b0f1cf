import type { Message } from './message.ts'

const warranty = { years: 10, remaining_percent: 70, energy_throughput_wh: 38_400_000 }

export const oneBattery = {
  ...{ soh_percent: 97.5, full_cycles: 412, deep_discharges: 3 },
  in_service_on: '2024-05-02',
  warranty,
}

/** What a state says of the battery itself. */
export const batteryFields: Message['fields'] = {
  battery: {
    meaning: 'What the unit knows of its battery itself. Left out or null in it: not known.',
    example: oneBattery,
  },
  'battery.soh_percent': { meaning: 'State of health as the unit defines it.', unit: '%', example: 97.5 },
  'battery.remaining_capacity_ah': {
    meaning: 'Charge of the full battery today.',
    unit: 'Ah',
    example: 105.2,
  },
  'battery.remaining_energy_wh': {
    meaning: 'Energy of the full battery today.',
    unit: 'Wh',
    example: 5616,
  },
  'battery.remaining_power_w': { meaning: 'Largest power today.', unit: 'W', example: 2500 },
  'battery.round_trip_percent': { meaning: 'Round trip efficiency today.', unit: '%', example: 91 },
  'battery.self_discharge_percent_month': { meaning: 'Self-discharge a month.', unit: '%', example: 2.1 },
  'battery.resistance_mohm': { meaning: 'Ohmic resistance.', unit: 'mΩ', example: 38 },
  'battery.full_cycles': { meaning: 'Full cycles so far.', example: 412 },
  'battery.energy_throughput_wh': { meaning: 'Energy in and out so far.', unit: 'Wh', example: 4_850_000 },
  'battery.capacity_throughput_ah': { meaning: 'Charge in and out so far.', unit: 'Ah', example: 94_200 },
  'battery.minutes_over_temperature': {
    meaning: 'Time above the upper limit of temperature.',
    ...{ unit: 'minutes', example: 0 },
  },
  'battery.minutes_under_temperature': {
    meaning: 'Time below the lower limit of temperature.',
    ...{ unit: 'minutes', example: 120 },
  },
  'battery.minutes_charging_over_temperature': {
    meaning: 'Time charging above the upper limit.',
    ...{ unit: 'minutes', example: 0 },
  },
  'battery.minutes_charging_under_temperature': {
    meaning: 'Time charging below the lower limit.',
    ...{ unit: 'minutes', example: 12.5 },
  },
  'battery.deep_discharges': { meaning: 'Deep discharges so far.', example: 3 },
  'battery.overcharges': { meaning: 'Overcharges so far.', example: 0 },
  'battery.manufactured_on': { meaning: 'The day it was made.', example: '2024-02-11' },
  'battery.in_service_on': { meaning: 'The day it was put into service.', example: '2024-05-02' },
  'battery.status': {
    meaning: 'What became of the battery since it was made, in the words of the battery passport.',
    example: 'original',
  },
  'battery.warranty': {
    meaning:
      'What the maker warrants, from `in_service_on`: so much of `capacity_wh` is left after so many years or so much energy, whichever comes first.',
    example: warranty,
  },
  'battery.warranty.years': { meaning: 'Its years.', example: 10 },
  'battery.warranty.remaining_percent': {
    meaning: 'What is left of the capacity at its end.',
    unit: '%',
    example: 70,
  },
  'battery.warranty.energy_throughput_wh': {
    meaning: 'Energy in and out until its end. Left out or null: by years alone.',
    ...{ unit: 'Wh', example: 38_400_000 },
  },
}
