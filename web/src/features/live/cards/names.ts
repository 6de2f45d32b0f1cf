export type CardName =
  | 'grid'
  | 'pv'
  | 'battery'
  | 'house'
  | 'soc'
  | 'voltage'
  | 'charged'
  | 'discharged'
  | 'energyForecast'
  | 'loadForecast'

export const cardNames: readonly CardName[] = [
  'grid',
  'pv',
  'battery',
  'house',
  'soc',
  'voltage',
  'charged',
  'discharged',
  'energyForecast',
  'loadForecast',
]
