import { forecast } from '@kellersonne/contract/energy/forecast'
import {
  chargeRange,
  daySum,
  moment,
  runway,
  weatherInForce,
} from '@kellersonne/contract/energy/forecast-parts'
import { place, systemPlace } from '@kellersonne/contract/energy/place'
import { weatherSource } from '@kellersonne/contract/energy/weather-source'
import type { Fields, NamedSchemas } from '../../../platform/http/openapi/description.ts'

export const METHODS =
  '`weather`: own past and weather; `own`: own past, by like days; `recent`: the last 14 days; `naive`: the mean of the last seven days or the day before, because nothing was better of late; `none`: too little history.'

const basis = (what: string, name: string): Fields => ({
  [`basis.${name}`]: `What the forecast of ${what} is based on.`,
  [`basis.${name}.history`]: 'How many past days it is based on.',
  [`basis.${name}.level`]: 'Today relative to an ordinary day: 1 = the same.',
  [`basis.${name}.method`]: `The rule in force. ${METHODS}`,
  [`basis.${name}.excluded`]: 'How many past days were kept out, by reason.',
  [`basis.${name}.excluded.curtailed`]: 'PV had to be reduced.',
  [`basis.${name}.excluded.snow`]: 'The modules lay under snow.',
  [`basis.${name}.excluded.faulty`]: 'What was measured cannot be right.',
  [`basis.${name}.excluded.gap`]: 'Too little was measured.',
})

export const band = (above: string, name: string, what: string): Fields => ({
  [`${above}${name}`]: `Mean ${what} of each quarter from \`start\`, W; null = not known.`,
  [`${above}${name}_low`]: `One quarter in ten lies below this ${what}, W; null = not known.`,
  [`${above}${name}_high`]: `One quarter in ten lies above this ${what}, W; null = not known.`,
})

export const sums = (above: string): Fields => ({
  [`${above}sums`]: 'Energies of the whole day.',
  [`${above}sums.pv`]: 'What PV yields; null = not known.',
  [`${above}sums.load`]: 'What the house consumes; null = not known.',
})

/** Forecasts, and where systems stand. */
export const forecasts: NamedSchemas = {
  Forecast: {
    schema: forecast,
    description: 'What is expected of sun and house today and tomorrow, and of the battery with them.',
    fields: {
      made_at: 'When it was made, for -1 the oldest; null if there is none yet.',
      days: 'Today and tomorrow in the system’s time zone. For -1 the bands are not known.',
      'days.day': 'The day.',
      'days.start': 'When its first quarter begins.',
      ...band('days.', 'pv', 'PV power'),
      ...band('days.', 'load', 'power of the house'),
      'days.load_usual':
        'What the house usually draws at that time, W: a median, not for energies; null = not known.',
      ...sums('days.'),
      basis: 'What it is based on; null for -1.',
      ...basis('PV', 'pv'),
      ...basis('the house', 'load'),
      outlook: 'The expected state of charge, from now; null if there is none, see `outlook_gap`.',
      'outlook.soc': 'State of charge now, %.',
      'outlook.capacity': 'Energy of the full battery, Wh.',
      'outlook.own_power': 'What the unit itself consumes, W.',
      'outlook.efficiency': 'Share of energy that survives charging, and discharging: 0 to 1.',
      'outlook.reserve': 'State of charge below which the unit does not supply the house, %.',
      'outlook.steps': 'The first step begins now and ends with its quarter, the others last a quarter.',
      'outlook.steps.from': 'When the step begins.',
      'outlook.steps.pv': 'PV power, W.',
      'outlook.steps.load': 'Power of the house, W.',
      'outlook.steps.battery':
        'Power of the battery, W: below zero while charging, above zero while discharging.',
      'outlook.steps.gain': 'What the cells gain after losses, W; below zero if they lose.',
      'outlook.steps.soc': 'State of charge at the end of the step, %.',
      outlook_gap:
        'Why there is no outlook: `not_heard`: the unit is silent; `off`; `stopped`: a message keeps it from working; `not_known`: state of charge or capacity; `too_little_history`. null if there is one, and for -1.',
      charge:
        'The state of charge with the bands of sun and house; null where there is no outlook or no band.',
      bad_weather: 'Whether the battery will run empty for lack of sun.',
      weather: 'What became of weather; null for -1.',
      without: 'Systems without a forecast, which the total leaves out.',
    },
  },
  DaySum: {
    schema: daySum,
    description: 'The energy of a whole day, what was measured of it already included.',
    fields: {
      low: 'One day in ten brings less, Wh.',
      expected: 'What is expected, Wh.',
      high: 'One day in ten brings more, Wh.',
    },
  },
  ChargeRange: {
    schema: chargeRange,
    description:
      'How the state of charge goes on: with little sun and a high load, as expected, and the other way round.',
    fields: {
      steps: 'Quarters from now on.',
      'steps.until': 'When the quarter ends.',
      'steps.low': 'State of charge then with little sun and a high load, %.',
      'steps.expected': 'State of charge then as expected, %.',
      'steps.high': 'State of charge then with much sun and a low load, %.',
      full: 'When the battery is full next; null if it is not.',
      lasts: 'Until when it supplies the house; null if it does all the time.',
    },
  },
  Moment: {
    schema: moment,
    description: 'When something is expected; null each where that is not within the forecast.',
    fields: {
      earliest: 'At the earliest.',
      expected: 'Most likely.',
      latest: 'At the latest.',
    },
  },
  Runway: {
    schema: runway,
    description:
      'When the battery will live on the sun again: the first of three days in a row whose PV covers the house and what the unit itself consumes.',
    fields: {
      basis: '`weather`: the next days by weather; `climate`: the course of the system’s own past years.',
      days: 'From today on.',
      'days.day': 'The day.',
      'days.pv': 'What PV yields.',
      'days.load': 'What the house consumes, Wh.',
      earliest: 'That day with much sun; null if it is after the last of `days`.',
      expected: 'That day, as expected; null if it is after the last of `days`.',
      latest: 'That day with little sun; null if it is after the last of `days`.',
    },
  },
  WeatherInForce: {
    schema: weatherInForce,
    description: 'What became of weather in a forecast of PV.',
    fields: {
      state:
        '`off`: the operator has chosen no provider; `no_place`: the owner has set no place for the system; `waiting`: nothing was answered for its place yet, or not before the forecast was made; `silent`: the provider has not answered for hours; `used`; `learning`: too few days of it beside own measurements; `old`: issued too long ago; `implausible`: it cannot be of this place; `no_better` than own past lately.',
      issued_at: 'When the provider issued what is there; null if nothing is.',
      source: 'Who forecasts the weather; null if `off`.',
    },
  },
  WeatherSource: {
    schema: weatherSource,
    description: 'Who forecasts the weather, with what they ask to be shown beside it.',
    fields: {
      provider: 'Whose format it has; `own`: the operator’s.',
      name: 'Their name.',
      url: 'Their page; null if there is none.',
      licence: 'The licence of the data, or their terms; null if none was given.',
      'licence.name': 'Its name.',
      'licence.url': 'Its page; null if there is none.',
    },
  },
  SystemPlace: {
    schema: systemPlace,
    description: 'The location of a system, and the provider of its weather.',
    fields: {
      place: 'The place; null if the owner has set none.',
      region: 'For public holidays: country, or in Germany the Land, as `DE-BY` or `AT`; null if not known.',
      weather: 'Who is asked for the weather of the place; null if nobody is.',
    },
  },
  Place: {
    schema: place,
    description: 'A cell of about ten kilometres, named by its middle.',
    fields: { latitude: 'Degrees north, whole tenths.', longitude: 'Degrees east, whole tenths.' },
  },
}
