/** The measures a gateway can report, with the unit in which profiles give them. */
export const measures = {
  grid_w: 'W',
  pv_w: 'W',
  battery_w: 'W',
  soc: '%',
  grid_v: 'V',
  output_w: 'W',
  pv_wh: 'Wh',
  import_wh: 'Wh',
  feed_in_wh: 'Wh',
  charge_wh: 'Wh',
  discharge_wh: 'Wh',
  capacity_wh: 'Wh',
  soh: '%',
  battery_temperature: '°C',
  inverter_temperature: '°C',
} as const
export type Measure = keyof typeof measures

export const measureNames = Object.keys(measures).filter((name): name is Measure => name in measures)

/** Lifetime counters: their `field` of `energy_wh`, the power that each integrates, and its `sign` while it counts. */
export const counters = {
  pv_wh: { field: 'pv', power: 'pv_w', sign: 1 },
  import_wh: { field: 'import', power: 'grid_w', sign: 1 },
  feed_in_wh: { field: 'feed_in', power: 'grid_w', sign: -1 },
  charge_wh: { field: 'charge', power: 'battery_w', sign: -1 },
  discharge_wh: { field: 'discharge', power: 'battery_w', sign: 1 },
} as const
export type Counter = keyof typeof counters
export const counterNames = measureNames.filter((name): name is Counter => name in counters)
