/** The terms in reading order. Each has its own URL: `/glossary#soc`. */
export const terms = {
  power: ['watt', 'grid', 'pv', 'battery', 'house', 'output', 'voltage', 'phase', 'total'],
  energy: [
    'wattHour',
    'counter',
    'pvEnergy',
    'importEnergy',
    'feedInEnergy',
    'charged',
    'discharged',
    'selfSufficiency',
    'selfConsumption',
    'quarter',
  ],
  battery: [
    'soc',
    'capacity',
    'health',
    'calibration',
    'floatCharge',
    'status',
    'lastOnline',
    'gridProtection',
    'chip',
  ],
  forecast: [
    'energyForecast',
    'loadForecast',
    'forecastBand',
    'forecastQuality',
    'runway',
    'place',
    'badWeather',
  ],
  message: ['open', 'episode', 'command'],
  update: ['firmware', 'updateMode', 'receipt'],
  account: ['registrationCode', 'serialNumber'],
} as const
export type TermGroup = keyof typeof terms
export const termGroups = Object.keys(terms) as TermGroup[]

/** Pages about a term. */
export const pagesOf: Readonly<Record<string, string>> = {
  health: '/battery-health',
  forecastQuality: '/forecast-quality',
  runway: '/forecast-quality',
  place: '/settings#place',
}
