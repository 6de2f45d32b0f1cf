import {
  forecastQuality,
  forecastRecord,
  forecastScore,
  issuedSum,
  judgedDay,
  kindQuality,
} from '@kellersonne/contract/energy/forecast-record'
import type { NamedSchemas } from '../../../platform/http/openapi/description.ts'
import { band, METHODS, sums } from './forecasts.ts'

/** What became of forecasts. */
export const forecastRecords: NamedSchemas = {
  IssuedSum: {
    schema: issuedSum,
    description: 'The energy of a whole day as it was expected.',
    fields: {
      low: 'One day in ten brings less, Wh; null if the rule in force had no band.',
      expected: 'What was expected, Wh.',
      high: 'One day in ten brings more, Wh; null if the rule in force had no band.',
    },
  },
  ForecastRecord: {
    schema: forecastRecord,
    description:
      'The first forecast of a day beside what it brought. Of a day without one all is empty, and `issued_at` null. Courses are kept to half a percent of their height, bands by the hour.',
    fields: {
      day: 'The day.',
      start: 'When its first quarter begins.',
      issued_at: 'When the first forecast of that day was made; null if none is kept.',
      methods: 'The rules in force; null if nothing is kept.',
      'methods.pv': `That of PV. ${METHODS}`,
      'methods.load': 'That of the house.',
      weather: 'Whether weather was used.',
      reissued:
        'True of a forecast that was made later, by what was known at the beginning of its day: nobody was shown it.',
      ...band('', 'pv', 'PV power'),
      ...band('', 'load', 'power of the house'),
      ...sums(''),
      issues: 'The sums as each hour of the day saw them last.',
      'issues.at': 'When the hour began.',
      'issues.pv': 'What PV yields; null = not known.',
      'issues.load': 'What the house consumes; null = not known.',
      outcome: 'What the day brought; null until it is over and judged.',
      'outcome.pv': 'What PV yielded, Wh, by the powers; null = not known.',
      'outcome.load': 'What the house consumed, Wh, by the powers; null = not known.',
      'outcome.measured': 'Share of the day’s quarters that were measured, %.',
      'outcome.excluded': 'Why the day does not count for quality.',
      'outcome.excluded.pv':
        '`gap`: fewer than 95 % of its quarters were measured; `not_forecast`: nothing was forecast in its first two hours; `curtailed` for an hour or more; `snow` (guessed by the season); `faulty`: it stood still, or values were impossible. null if it counts.',
      'outcome.excluded.load': 'The same of the house: `gap` or `not_forecast`.',
    },
  },
  ForecastQuality: {
    schema: forecastQuality,
    description: 'How right the forecasts were of whole days, made at their beginning.',
    fields: {
      since: 'The first day of which a forecast is kept; null if there is none.',
      periods: 'The last 30 and the last 365 days before today.',
      'periods.length': 'How many days the period has.',
      'periods.days': 'How many of them are over and judged, those that do not count too.',
      'periods.reissued':
        'Of how many of them the forecast was made later, by what was known at their beginning: nobody was shown those.',
      'periods.pv': 'Of what PV yielded.',
      'periods.load': 'Of what the house consumed.',
      recent: 'The last 30 days before today.',
      'recent.pv': 'Those that count for PV, the oldest first.',
      'recent.load': 'Those that count for the house, the oldest first.',
    },
  },
  KindQuality: {
    schema: kindQuality,
    description: 'How right forecasts of one kind were.',
    fields: {
      excluded: 'How many days do not count, by reason.',
      'excluded.gap': 'Fewer than 95 % of their quarters were measured.',
      'excluded.not_forecast': 'Nothing was forecast in their first two hours.',
      'excluded.curtailed': 'PV was curtailed for an hour or more.',
      'excluded.snow': 'PV stood still in winter.',
      'excluded.faulty': 'PV stood still at another time, or its values were impossible.',
      score: 'The days that count; null if there are none.',
    },
  },
  ForecastScore: {
    schema: forecastScore,
    description: 'How right the sums of days were that had been expected at their beginning.',
    fields: {
      days: 'How many days it is about.',
      error: 'Mean absolute error, in % of the mean outcome; null if nothing came.',
      bias: 'Mean error, in % of the mean outcome: above zero, too much was expected; null if nothing came.',
      within_band: 'Share of days that came within their band, %; null if none had one.',
      to_yesterday:
        'The error divided by that of expecting as much as the day before: below 1 is better; null if not comparable.',
      to_week:
        'The error divided by that of expecting the mean of the seven days before: below 1 is better; null if not comparable.',
      no_better: 'Whether one of these rules of thumb was as good; null with fewer than 14 days to compare.',
      best: 'The day with the smallest error, of those that brought at least half of the mean; null if there is none.',
      worst: 'The day with the largest error.',
    },
  },
  JudgedDay: {
    schema: judgedDay,
    description: 'A day as it was expected at its beginning, and what it brought.',
    fields: {
      day: 'The day.',
      low: 'One day in ten brings less, Wh; null without a band.',
      expected: 'What was expected, Wh.',
      high: 'One day in ten brings more, Wh; null without a band.',
      outcome: 'What it brought, Wh.',
      why: 'What may explain it: `gap`: some of it was not measured; `curtailed`: PV was, for less than an hour; `weather_missing`: weather is used on most days, but was not there. null = not known.',
    },
  },
}
