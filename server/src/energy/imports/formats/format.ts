import type { ImportFormat, MappedColumn } from '@kellersonne/contract/energy/imports'
import type { Line, Value } from '../collector.ts'
import type { Row } from '../csv-table.ts'
import { RefusedLine } from '../instants.ts'

/** Number of lines by which a format recognises its files. */
export const HEAD_LINES = 15

/** A file of a known format. */
export type Opened = {
  /** The number of lines before the first values. */
  readonly headLines: number
  /** What may be mapped: names of columns or, if each line has a statistic of its own, of statistics. */
  readonly header: readonly string[]
  /** Converts a line. Throws `RefusedLine`. */
  readonly take: (cells: readonly string[], instantOf: (text: string) => number) => readonly Line[]
  /** The time zone, if the file states it. */
  readonly timeZone?: string
}
export type Format = {
  readonly id: ImportFormat
  /** Returns null for a file of another format. `columns`: their contents as named by the owner. */
  readonly open: (head: readonly Row[], columns: readonly MappedColumn[] | null) => Opened | null
}

const NUMBER = /^[-+]?\d{1,15}(?:\.\d{1,15})?(?:[eE][-+]?\d{1,3})?$/

/** Parses a number with a decimal point or comma; null for an empty cell. Throws `RefusedLine`. */
export function numberIn(cell: string | undefined): number | null {
  const text = (cell ?? '').trim()
  if (text === '' || text === '-' || text === '--') return null
  const plain = text.includes(',') ? text.replaceAll('.', '').replace(',', '.') : text
  if (!NUMBER.test(plain)) throw new RefusedLine('number')
  return Number(plain)
}

/** Returns the values that the mapped columns have in a line. */
const valuesIn = (cells: readonly string[], columns: readonly MappedColumn[]): Value[] =>
  columns.flatMap(({ index, quantity, unit }) => {
    const value = numberIn(cells[index])
    return value === null ? [] : [{ quantity, unit, value }]
  })

/** A format whose lines have a time in the column `time`, and optionally an end in `end`. */
export const columnsOpened = (
  row: Row,
  columns: readonly MappedColumn[],
  { headLines = 1, time = 0, end = null }: { headLines?: number; time?: number; end?: number | null } = {},
): Opened => ({
  headLines,
  header: row.cells,
  take(cells, instantOf) {
    const values = valuesIn(cells, columns)
    const from = instantOf((cells[time] ?? '').trim())
    const until = end === null ? null : instantOf((cells[end] ?? '').trim())
    return values.length > 0 ? [{ from, until, values }] : []
  },
})

/** Maps the columns whose names match. */
export const columnsNamed = (
  names: readonly string[],
  quantityOf: (name: string) => Omit<MappedColumn, 'index'> | null,
): MappedColumn[] =>
  names.flatMap((name, index) => {
    const found = quantityOf(name.trim())
    return found ? [{ index, ...found }] : []
  })
