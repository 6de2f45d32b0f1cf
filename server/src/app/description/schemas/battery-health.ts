import {
  batteryHealth,
  capacityEstimate,
  roundTrip,
  stateOfHealth,
  temperatureTime,
  warrantyState,
} from '@kellersonne/contract/energy/battery-health'
import { batteryReport } from '@kellersonne/contract/systems/battery-report'
import type { NamedSchemas } from '../../../platform/http/openapi/description.ts'

/** How batteries are. */
export const batteryHealths: NamedSchemas = {
  BatteryHealth: {
    schema: batteryHealth,
    description:
      'How a battery is, and what it has been through, from at most three years of measurements. What was not measured, or was another owner’s, is in none of the numbers.',
    fields: {
      since: 'The first day with a state of charge; null if there is none.',
      until: 'The last day with a state of charge: the numbers are of then, not of today.',
      stated: 'Energy of the full battery as the unit states it, Wh; null if it does not.',
      estimate: 'What the battery can hold; null with fewer than ten long charges and discharges.',
      round_trip: 'Efficiency in the last 90 days; null below five full cycles.',
      round_trip_first: 'Efficiency in the first 90 days; null if they overlap the last 90.',
      charged: 'Energy that was charged, Wh.',
      discharged: 'Energy that was discharged, Wh.',
      full_cycles: 'Discharged energy as multiples of the capacity; null if no capacity is known.',
      levels:
        'Shares of the time, %, with a state of charge below 5, from 5 to 20, from 20 to 80, from 80 to 95, and of 95 % and more; empty if it is not known.',
      deep_discharges: 'How often the state of charge fell below 5 %.',
      temperature: 'How warm it was; null if the unit reports no temperature of the battery.',
      warranty: 'The maker’s warranty, beside the estimate; null if the unit reports none.',
      reported: 'What the unit reports of its battery itself; null if nothing.',
    },
  },
  TemperatureTime: {
    schema: temperatureTime,
    description:
      'How long a battery was how warm, from the temperatures that its unit reports. A temperature counts until the next one, as far as there are readings; of more than a day without a new one, the last day counts.',
    fields: {
      since: 'The day of the first temperature.',
      lowest: 'The lowest temperature, °C.',
      highest: 'The highest temperature, °C.',
      hours: 'Hours below 0 °C, from 0 to 10, from 10 to 35, from 35 to 45, and from 45 °C on.',
    },
  },
  CapacityEstimate: {
    schema: capacityEstimate,
    description:
      'What a battery can hold, estimated from charges and discharges over at least 30 percentage points of state of charge.',
    fields: {
      capacity: 'The estimate for today, Wh.',
      plus_minus: 'The true value is within so many Wh nine times in ten.',
      a_year: 'Change in Wh a year (Theil–Sen); null over less than half a year.',
      runs: 'How many charges and discharges it rests on.',
      exchanged_on:
        'Since when a battery with more capacity is in use: only then on counts. null if there was no exchange.',
      state: 'The estimate against the stated capacity; null if that is unknown or of another battery.',
      months: 'The estimates by month, oldest first.',
      'months.month': 'Year and month: `2026-06`.',
      'months.capacity': 'The median of the month, Wh.',
      'months.runs': 'How many charges and discharges it rests on.',
      'months.warranted':
        'What the maker warranted in the middle of the month, Wh; null if that is not known.',
    },
  },
  WarrantyState: {
    schema: warrantyState,
    description:
      'The maker’s warranty as the unit reports it, beside the estimate. It is a comparison, and says nothing of claims.',
    fields: {
      years: 'For how many years.',
      remaining_percent: 'What is left at its end, % of the stated capacity.',
      energy_throughput_wh: 'It ends after so much energy in and out, Wh; null = by time alone.',
      starts_on:
        'When it started: the day the battery was put into service. null if that is not known of this battery.',
      unknown:
        'Why nothing is compared: `start`, nobody reports when it started; `exchanged`, the battery was exchanged since. null = it is.',
      today: 'What is warranted today; null if it is not known.',
      'today.percent':
        '% of the stated capacity, on a straight line from 100 at the start to what remains at the end.',
      'today.by': 'What is further: `time` or `throughput`.',
      'today.is_over': 'True after its end.',
      'today.verdict':
        'The estimate is `above` or `below`; `open`: within what it may be wrong by. null without an estimate.',
    },
  },
  StateOfHealth: {
    schema: stateOfHealth,
    description: 'What is left of the stated capacity.',
    fields: {
      percent: 'Share of the stated capacity, %.',
      plus_minus: 'The true value is within so many percentage points nine times in ten.',
      usual: 'What home batteries of this age usually have left; null for less than half a year.',
      'usual.low': 'Three percentage points lost a year, %.',
      'usual.high': 'One percentage point lost a year, %.',
      verdict:
        '`good`; `weak`: less than usual, beyond what the estimate may be wrong by; `early`: measured for less than half a year.',
    },
  },
  BatteryReport: {
    schema: batteryReport,
    description:
      'What a unit knows of its battery, with the fields and units of DIN DKE SPEC 99100. What is missing or null is not known.',
    fields: {
      soh_percent: 'State of health as the unit defines it, %.',
      remaining_capacity_ah: 'Charge of the full battery today, Ah.',
      remaining_energy_wh: 'Energy of the full battery today, Wh.',
      remaining_power_w: 'Largest power today, W.',
      round_trip_percent: 'Round trip efficiency today, %.',
      self_discharge_percent_month: 'Self-discharge, % a month.',
      resistance_mohm: 'Ohmic resistance, mΩ.',
      full_cycles: 'Full charge and discharge cycles so far.',
      energy_throughput_wh: 'Energy charged and discharged so far, Wh.',
      capacity_throughput_ah: 'Charge that went in and out so far, Ah.',
      minutes_over_temperature: 'Time above the upper limit of temperature, minutes.',
      minutes_under_temperature: 'Time below the lower limit of temperature, minutes.',
      minutes_charging_over_temperature: 'Time charging above the upper limit, minutes.',
      minutes_charging_under_temperature: 'Time charging below the lower limit, minutes.',
      deep_discharges: 'Deep discharges so far.',
      overcharges: 'Overcharges so far.',
      manufactured_on: 'The day it was made.',
      in_service_on: 'The day it was put into service.',
      status: '`original`, `repurposed`, `reused`, `remanufactured` or `waste`.',
      warranty: 'What the maker warrants.',
      'warranty.years': 'For how many years from `in_service_on`.',
      'warranty.remaining_percent': 'What is left at its end, % of the stated capacity.',
      'warranty.energy_throughput_wh':
        'It ends after so much energy in and out, Wh; missing or null: by time alone.',
    },
  },
  RoundTrip: {
    schema: roundTrip,
    description: 'What came out of the energy that went in.',
    fields: {
      percent: 'Discharged energy over charged energy, %.',
      cycles: 'How many full cycles it is about.',
    },
  },
}
