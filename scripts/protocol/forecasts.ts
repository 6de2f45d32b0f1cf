import { topics } from '@kellersonne/contract/telemetry/device'
import type { Field, Message } from './message.ts'

const power = (what: string, example: readonly (number | null)[]): Field => ({
  meaning: `${what}, of each quarter from \`start\`; 96; when the clocks change mostly 92 or 100, in a few time zones 88, 94, 98 or 104. \`null\`: not known.`,
  unit: 'W',
  example,
})
const of = (what: string, example: number): Field => ({ meaning: what, unit: 'W', example })
const sums = (name: string, what: string, [low, expected, high]: readonly [number, number, number]) =>
  ({
    [`days[].${name}`]: {
      meaning: `What ${what} in the whole day; \`null\`: not known.`,
      example: { low, expected, high },
    },
    [`days[].${name}.low`]: { meaning: 'One day in ten brings less.', unit: 'Wh', example: low },
    [`days[].${name}.expected`]: { meaning: 'What is expected.', unit: 'Wh', example: expected },
    [`days[].${name}.high`]: { meaning: 'One day in ten brings more.', unit: 'Wh', example: high },
  }) satisfies Readonly<Record<string, Field>>

const START = '2026-06-17T22:00:00.000Z'
const day = {
  start: START,
  ...{ pv_w: [0, 3120, null], pv_low_w: [0, 1480, null], pv_high_w: [0, 4310, null] },
  ...{ load_w: [310, 420, null], load_low_w: [180, 200, null], load_high_w: [690, 1500, null] },
  pv_wh: { low: 14_300, expected: 24_100, high: 31_800 },
  load_wh: { low: 7200, expected: 9400, high: 12_900 },
}
const example = { made_at: '2026-06-18T09:30:02.114Z', days: [day], weather_by: 'Deutscher Wetterdienst' }

const forecast: Message = {
  title: 'Forecast',
  summary: 'What is expected of sun and house today and tomorrow.',
  schema: topics.forecast.payload,
  io: 'output',
  fields: {
    made_at: { meaning: 'When it was made; `null`: there is none.', example: example.made_at },
    days: {
      meaning: 'Today and tomorrow in the system’s time zone; empty without a forecast.',
      example: [day],
    },
    'days[].start': { meaning: 'When the day’s first quarter of an hour begins.', example: START },
    'days[].pv_w': power('Mean power of PV', day.pv_w),
    'days[].pv_w[]': of('A quarter of an hour.', 3120),
    'days[].pv_low_w': power('One quarter in ten has less', day.pv_low_w),
    'days[].pv_low_w[]': of('A quarter of an hour.', 1480),
    'days[].pv_high_w': power('One quarter in ten has more', day.pv_high_w),
    'days[].pv_high_w[]': of('A quarter of an hour.', 4310),
    'days[].load_w': power('Mean power of the house', day.load_w),
    'days[].load_w[]': of('A quarter of an hour.', 420),
    'days[].load_low_w': power('One quarter in ten has less', day.load_low_w),
    'days[].load_low_w[]': of('A quarter of an hour.', 200),
    'days[].load_high_w': power('One quarter in ten has more', day.load_high_w),
    'days[].load_high_w[]': of('A quarter of an hour.', 1500),
    ...sums('pv_wh', 'PV yields', [14_300, 24_100, 31_800]),
    ...sums('load_wh', 'the house consumes', [7200, 9400, 12_900]),
    weather_by: {
      meaning:
        'Who has forecast the weather that was used, to be named wherever the forecast is shown; `null`: none was.',
      example: example.weather_by,
    },
  },
  examples: [example, { made_at: null, days: [], weather_by: null }],
}

export const forecasts = { forecast }
