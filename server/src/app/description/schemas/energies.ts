import type { Fields } from '../../../platform/http/openapi/description.ts'

/** Puts fields below another one. */
export const within = (above: string, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([path, text]) => [`${above}.${path}`, text]))

/** Energies of counters over a time. */
export const energies: Fields = {
  pv: 'What PV yielded, Wh; null = not known.',
  import: 'What was drawn from the grid, Wh; null = not known.',
  feed_in: 'What was fed into the grid, Wh; above zero; null = not known.',
  charge: 'What charged the battery, Wh; above zero; null = not known.',
  discharge: 'What the battery discharged, Wh; null = not known.',
}

/** Energies by where they came from and went to. */
export const flows: Fields = {
  pv_to_house: 'From PV to the house, Wh.',
  pv_to_battery: 'From PV into the battery, Wh.',
  pv_to_grid: 'From PV into the grid, Wh.',
  battery_to_house: 'From the battery to the house, Wh.',
  battery_to_grid: 'From the battery into the grid, Wh.',
  grid_to_house: 'From the grid to the house, Wh.',
  grid_to_battery: 'From the grid into the battery, Wh.',
}

/** Fields of a gap over which energies are known only as a whole. */
export const energyGapFields = {
  sn: 'The system.',
  from: 'When the last reading before it was taken.',
  until: 'When the first reading after it was taken.',
  ...energies,
}
