import type { MappedColumn } from '@kellersonne/contract/energy/imports'
import { type Format, numberIn } from './format.ts'

type Quantity = MappedColumn['quantity']

/** Home Assistant's energy panel: a line for each statistic, a column for each hour. */
const types = new Map<string, Quantity>([
  ['grid_consumption', 'import'],
  ['grid_return', 'feed_in'],
  ['battery_in', 'charge'],
  ['battery_out', 'discharge'],
  ['solar_production', 'pv'],
])
const unitOf = (cell: string | undefined): 'Wh' | 'kWh' | null =>
  cell === 'Wh' || cell === 'kWh' ? cell : null
const FIRST_TIME = 3

export const homeAssistant: Format = {
  id: 'home_assistant',
  open([row]) {
    if (row?.cells.slice(0, FIRST_TIME).join() !== 'entity_id,type,unit') return null
    const header = row.cells
    const known = new Map<number, number>()
    /** Each time of the header is parsed once, however many lines follow. */
    function timeOf(index: number, instantOf: (text: string) => number): number {
      const time = known.get(index) ?? instantOf(header[index] ?? '')
      known.set(index, time)
      return time
    }
    return {
      ...{ headLines: 1, header: header.slice(0, FIRST_TIME) },
      take(cells, instantOf) {
        const quantity = types.get(cells[1] ?? '')
        const unit = unitOf(cells[2])
        if (!quantity || !unit) return []
        const second = Math.min(FIRST_TIME + 1, header.length - 1)
        const step = timeOf(second, instantOf) - timeOf(FIRST_TIME, instantOf)
        return cells.slice(FIRST_TIME).flatMap((cell, i) => {
          const value = numberIn(cell)
          if (value === null) return []
          const from = timeOf(FIRST_TIME + i, instantOf)
          const values = [{ quantity, unit, value }]
          return [{ from, until: from + step, values, series: cells[0] ?? '' }]
        })
      },
    }
  },
}

const HOUR_MS = 3_600_000
/** Maps well-known statistic ids to quantities; the owner assigns all others. */
const guesses: readonly (readonly [RegExp, Quantity])[] = [
  [/(?:grid|netz).{0,20}(?:export|return|feed|einspeis)|einspeis|feed_?in/i, 'feed_in'],
  [/(?:grid|netz).{0,20}(?:import|consum|bezug)|netzbezug/i, 'import'],
  [/(?:batter|akku|speicher).{0,20}(?:discharg|_out|entlad|entnahm)/i, 'discharge'],
  [/(?:batter|akku|speicher).{0,20}(?:charg|_in|lad)/i, 'charge'],
  [/(?:^|[._])pv|solar|photovolt/i, 'pv'],
]
const guessOf = (id: string) => guesses.find(([pattern]) => pattern.test(id.slice(0, 200)))?.[1]

/** The export of the integration "import_statistics": a line for each statistic and hour. */
export const homeAssistantStatistics: Format = {
  id: 'home_assistant_statistics',
  open([row], columns) {
    const at = (name: string) => row?.cells.indexOf(name) ?? -1
    const [id, start, unit, delta] = ['statistic_id', 'start', 'unit', 'delta'].map(at)
    if (!row || [id, start, unit, delta].some((index) => index === undefined || index < 0)) return null
    const ids: string[] = []
    return {
      ...{ headLines: 1, header: ids },
      take(cells, instantOf) {
        const name = cells[id ?? 0] ?? ''
        const known = unitOf(cells[unit ?? 0])
        if (!known) return []
        if (!ids.includes(name) && ids.length < MOST_IDS) ids.push(name)
        const mapped = columns?.find(({ index }) => index === ids.indexOf(name))?.quantity
        const quantity = columns ? mapped : guessOf(name)
        const value = numberIn(cells[delta ?? 0])
        if (!quantity || value === null) return []
        const from = instantOf(cells[start ?? 0] ?? '')
        return [{ from, until: from + HOUR_MS, values: [{ quantity, unit: known, value }], series: name }]
      },
    }
  },
}

/** Limit on statistics, more than an owner can name. */
const MOST_IDS = 100
