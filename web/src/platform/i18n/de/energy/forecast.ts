/** Texts of forecasts, wherever they are told. */
export const forecast = {
  title: 'Prognose',
  loading: 'Die Prognose wird geladen.',
  failed: 'Die Prognose lässt sich nicht laden.',
  sun: 'Sonne',
  house: 'Verbrauch',
  battery: 'Batterie',
  band: '{{low}} bis {{high}}, am ehesten {{expected}}',
  about: 'rund {{expected}}',
  today: 'Heute {{band}}.',
  tomorrow: 'Morgen {{band}}.',
  noToday: 'Für heute gibt es keine Prognose.',
  noTomorrow: 'Für morgen gibt es keine Prognose.',
  bandMeaning: 'An acht von zehn Tagen liegt der Tag in dieser Spanne, an je einem darunter oder darüber.',
  noBand: 'Wie sicher das ist, lässt sich noch nicht sagen.',
  totalBandMeaning:
    'An mindestens acht von zehn Tagen liegt der Tag in dieser Spanne: Die Spannen der Speicher sind addiert, als hätten alle zugleich viel oder wenig.',
  noTotalBand: 'Wie sicher das war, steht bei jedem Speicher einzeln.',
  full: {
    between: 'Voll zwischen {{earliest}} und {{latest}}.',
    at: 'Voll gegen {{expected}}.',
    open: 'Voll frühestens {{earliest}}, am ehesten gegen {{expected}}; sicher ist es nicht.',
    unlikely: 'Wird wohl nicht voll; mit viel Sonne ab etwa {{earliest}}.',
    now: 'Jetzt voll.',
  },
  lasts: {
    between: 'Reicht bis etwa {{expected}}, frühestens {{earliest}}, spätestens {{latest}}.',
    at: 'Reicht bis etwa {{expected}}.',
    open: 'Reicht bis etwa {{expected}}, frühestens {{earliest}}; vielleicht auch länger.',
    unlikely: 'Reicht wohl durch; mit wenig Sonne und hohem Verbrauch nur bis etwa {{earliest}}.',
    now: 'Jetzt bis auf die Reserve leer.',
  },
  tomorrowAt: 'morgen, {{time}}',
  neither: 'Bis {{until}} voraussichtlich weder voll noch leer.',
  rule: {
    pv: {
      weather: 'Gerechnet mit der Wettervorhersage und Ihren eigenen Messwerten.',
      own: 'Gerechnet mit ähnlichen Tagen aus Ihren eigenen Messwerten, ohne Wettervorhersage.',
      recent:
        'Gerechnet mit Ihren letzten 14 Tagen: Um ähnliche Tage zu finden, reicht Ihre Vergangenheit noch nicht.',
      naive:
        'Eine Faustregel: wie gestern oder wie das Mittel der letzten sieben Tage. Anderes war in den letzten 60 Tagen nicht besser.',
      none: 'Noch keine Prognose: Dafür sind Messwerte von fünf Tagen nötig.',
    },
    load: {
      weather: 'Gerechnet mit Ihren eigenen Messwerten und der vorhergesagten Temperatur.',
      own: 'Gerechnet mit ähnlichen Tagen aus Ihren eigenen Messwerten; Sonn- und Feiertage zählen für sich.',
      recent:
        'Gerechnet mit Ihren letzten 14 Tagen: Um ähnliche Tage zu finden, reicht Ihre Vergangenheit noch nicht.',
      naive:
        'Eine Faustregel: wie gestern oder wie das Mittel der letzten sieben Tage. Anderes war in den letzten 60 Tagen nicht besser.',
      none: 'Noch keine Prognose: Dafür sind Messwerte von fünf Tagen nötig.',
    },
  },
  weather: {
    off: 'Eine Wettervorhersage ist in diesem Portal nicht eingerichtet.',
    no_place: 'Eine Wettervorhersage gäbe es, doch ist kein Standort angegeben.',
    waiting: 'Die Wettervorhersage für Ihren Standort ist noch nicht eingetroffen.',
    silent: 'Die Wetterquelle antwortet nicht, zuletzt {{issued}}; gerechnet wird ohne sie.',
    silentAlways: 'Die Wetterquelle antwortet nicht; gerechnet wird ohne sie.',
    none: 'Eine Wettervorhersage wurde nicht verwendet.',
    used: 'Wettervorhersage von {{issued}}.',
    usedNow: 'Mit Wettervorhersage.',
    learning:
      'Die Wettervorhersage ist da, wird aber erst mit Ihren Messwerten verglichen. Das dauert etwa zehn Tage.',
    old: 'Die letzte Wettervorhersage ist zu alt; gerechnet wird ohne sie.',
    implausible:
      'Die Wettervorhersage passt nicht zu dem, was Ihre Anlage misst, vielleicht ist der Standort falsch; gerechnet wird ohne sie.',
    no_better:
      'Die Wettervorhersage war zuletzt nicht besser als Ihre eigenen Messwerte; gerechnet wird ohne sie.',
  },
  setPlace: 'Standort angeben',
  checkPlace: 'Standort prüfen',
  source: 'Wetterdaten: ',
  excluded: 'Ausgelassen: {{list}}.',
  out: {
    curtailed_one: '{{count}} Tag mit gedrosselter Anlage',
    curtailed_other: '{{count}} Tage mit gedrosselter Anlage',
    snow_one: '{{count}} Tag mit Schnee',
    snow_other: '{{count}} Tage mit Schnee',
    faulty_one: '{{count}} Tag mit unmöglichen Werten',
    faulty_other: '{{count}} Tage mit unmöglichen Werten',
    gap_one: '{{count}} Tag mit Lücken',
    gap_other: '{{count}} Tage mit Lücken',
  },
  reissued:
    'Diese Prognose ist nachgerechnet, mit dem, was am Beginn des Tages bekannt war; gezeigt wurde sie nicht.',
  quality: 'Wie oft die Prognose stimmte',
}
