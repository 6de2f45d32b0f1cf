import type { forecast as german } from '../../de/energy/forecast.ts'

export const forecast: typeof german = {
  title: 'Forecast',
  loading: 'Loading the forecast.',
  failed: 'The forecast cannot be loaded.',
  sun: 'Sun',
  house: 'Consumption',
  battery: 'Battery',
  band: '{{low}} to {{high}}, most likely {{expected}}',
  about: 'about {{expected}}',
  today: 'Today {{band}}.',
  tomorrow: 'Tomorrow {{band}}.',
  noToday: 'There is no forecast for today.',
  noTomorrow: 'There is no forecast for tomorrow.',
  bandMeaning: 'Eight days in ten end within this range, one below it and one above.',
  noBand: 'How certain this is cannot be said yet.',
  totalBandMeaning:
    'At least eight days in ten end within this range: the ranges of all batteries are added up as if all had much, or little, at once.',
  noTotalBand: 'How certain this was is shown for each battery.',
  full: {
    between: 'Full between {{earliest}} and {{latest}}.',
    at: 'Full at about {{expected}}.',
    open: 'Full {{earliest}} at the earliest, most likely at about {{expected}}; that is not certain.',
    unlikely: 'Will probably not get full; with much sun at about {{earliest}}.',
    now: 'Full now.',
  },
  lasts: {
    between: 'Lasts until about {{expected}}, {{earliest}} at the earliest, {{latest}} at the latest.',
    at: 'Lasts until about {{expected}}.',
    open: 'Lasts until about {{expected}}, {{earliest}} at the earliest; perhaps longer.',
    unlikely: 'Will probably last; with little sun and a high consumption only until about {{earliest}}.',
    now: 'Empty down to its reserve now.',
  },
  tomorrowAt: 'tomorrow, {{time}}',
  neither: 'Probably neither full nor empty until {{until}}.',
  rule: {
    pv: {
      weather: 'Computed from the weather forecast and your own readings.',
      own: 'Computed from similar days of your own readings, without a weather forecast.',
      recent: 'Computed from your last 14 days: your past is not long enough yet to find similar days.',
      naive:
        'A rule of thumb: like yesterday, or the mean of the last seven days. Nothing else was better in the last 60 days.',
      none: 'No forecast yet: it takes readings of five days.',
    },
    load: {
      weather: 'Computed from your own readings and the temperature that is forecast.',
      own: 'Computed from similar days of your own readings; Sundays and public holidays count apart.',
      recent: 'Computed from your last 14 days: your past is not long enough yet to find similar days.',
      naive:
        'A rule of thumb: like yesterday, or the mean of the last seven days. Nothing else was better in the last 60 days.',
      none: 'No forecast yet: it takes readings of five days.',
    },
  },
  weather: {
    off: 'This portal has no weather forecast.',
    no_place: 'A weather forecast would be available, but no location has been given.',
    waiting: 'The weather forecast for your location has not arrived yet.',
    silent: 'The weather provider does not answer, last {{issued}}; the forecast does without it.',
    silentAlways: 'The weather provider does not answer; the forecast does without it.',
    none: 'No weather forecast was used.',
    used: 'Weather forecast of {{issued}}.',
    usedNow: 'With a weather forecast.',
    learning:
      'The weather forecast is there, but is only being compared with your readings so far. That takes about ten days.',
    old: 'The last weather forecast is too old; the forecast does without it.',
    implausible:
      'The weather forecast does not fit what your system measures, perhaps the location is wrong; the forecast does without it.',
    no_better:
      'The weather forecast was no better than your own readings lately; the forecast does without it.',
  },
  setPlace: 'Give a location',
  checkPlace: 'Check the location',
  source: 'Weather data: ',
  excluded: 'Left out: {{list}}.',
  out: {
    curtailed_one: '{{count}} day with PV curtailed',
    curtailed_other: '{{count}} days with PV curtailed',
    snow_one: '{{count}} day with snow',
    snow_other: '{{count}} days with snow',
    faulty_one: '{{count}} day with impossible values',
    faulty_other: '{{count}} days with impossible values',
    gap_one: '{{count}} day with gaps',
    gap_other: '{{count}} days with gaps',
  },
  reissued:
    'This forecast was calculated afterwards, from what was known when the day began; nobody was shown it.',
  quality: 'How often the forecast was right',
}
