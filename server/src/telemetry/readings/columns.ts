import type { CounterName, Reading } from '@kellersonne/core/telemetry/readings'

/** A table column and its value for a reading, as the stored integer; null = unknown, undefined = left out. */
type Stored = number | null | undefined
export type Column = {
  readonly name: string
  readonly type: 'integer' | 'bigint'
  readonly of: (reading: Reading) => Stored
}

export const THOUSANDTHS = 1000
const measure = (name: string, of: Column['of']): Column => ({
  name,
  type: 'integer',
  of: (reading) => {
    const value = of(reading)
    return typeof value === 'number' ? Math.round(value * THOUSANDTHS) : value
  },
})
const counter = (name: string, counter: CounterName) => ({
  name,
  counter,
  type: 'bigint' as const,
  of: ({ counters: { [counter]: value } }: Reading) => (value === null ? null : Math.round(value)),
})

/** Measures in thousandths of V, W and %: integer sums are exact in any order. */
export const measures = [
  measure('grid_v', (reading) => reading.gridVoltage),
  measure('grid_w', (reading) => reading.grid),
  measure('pv_w', (reading) => reading.pv),
  measure('battery_w', (reading) => reading.battery),
  measure('soc', (reading) => reading.soc),
  measure('output_w', (reading) => reading.output),
]

/** Lifetime counters in whole Wh. */
export const counters = [
  counter('pv_wh', 'pv'),
  counter('import_wh', 'import'),
  counter('feed_in_wh', 'feedIn'),
  counter('charge_wh', 'charge'),
  counter('discharge_wh', 'discharge'),
]

export const columns: readonly Column[] = [...measures, ...counters]

/** The columns aggregated in quarters: the measures and the house's load. */
export const folded = [...measures.map(({ name }) => name), 'load_w']

/** Formats numbers as a PostgreSQL array literal: the driver's escaping of each number would be slower. */
export const numberArray = <T>(items: readonly T[], of: (item: T) => Stored) =>
  `{${items.map((item) => of(item) ?? 'null').join()}}`
