import {
  type ImportFormat,
  type ImportPreview,
  MAX_MAPPED_COLUMNS,
  type MappedColumn,
} from '@kellersonne/contract/energy/imports'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { ImportForm } from '../api/imports.ts'
import type { ReadFile } from './readFile.ts'

/** What the owner has chosen: a file for a system, and how it is to be read. */
export type Typed = {
  readonly sn: SerialNumber
  readonly timeZone: string
  readonly file: ReadFile | null
  /** The owner names the columns, also of a format that is known. */
  readonly own: boolean
  /** By index. */
  readonly columns: ReadonlyMap<number, Omit<MappedColumn, 'index'>>
}
/** What the preview has recognised in a file. */
export type Recognised = Pick<ImportPreview, 'format' | 'header'>
export type Fault = 'none' | 'unnamed' | 'too_many'

export const emptyFor = (sn: SerialNumber, timeZone: string): Typed => ({
  ...{ sn, timeZone, file: null, own: false, columns: new Map() },
})

const UNIT = /(?<!\p{L})(k?wh?)(?!\p{L})/iu
const units = new Map<string, MappedColumn['unit']>([
  ['w', 'W'],
  ['kw', 'kW'],
  ['wh', 'Wh'],
  ['kwh', 'kWh'],
])
/** Returns the unit that the name of a column has in it, as in "pv_w" and "Ertrag [kWh]"; kWh if there is none. */
export const unitNamed = (column: string): MappedColumn['unit'] =>
  units.get(UNIT.exec(column)?.[1]?.toLowerCase() ?? '') ?? 'kWh'

/** Returns true of a file without anything beside its times. */
export const hasNoColumns = (recognised: Recognised | null) =>
  recognised !== null && recognised.format === null && recognised.header.length < 2

/** What of a file the owner may name; null: nothing. */
export function nameableIn(
  { own }: Pick<Typed, 'own'>,
  recognised: Recognised | null,
): 'columns' | 'statistics' | null {
  if (!recognised || hasNoColumns(recognised)) return null
  if (recognised.format === null) return 'columns'
  if (!own) return null
  return recognised.format === 'home_assistant_statistics' ? 'statistics' : 'columns'
}

/** True if the owner may name the contents of a file in this format; the energy panel's files name them in each line. */
export const mayBeOwn = (format: ImportFormat | null) => format !== null && format !== 'home_assistant'

/** Returns what is sent, or what is missing. */
export function toForm(
  { sn, timeZone, file, own, columns }: Typed,
  recognised: Recognised | null,
): { form: ImportForm } | { fault: Fault } {
  if (!file) return { fault: 'none' }
  const query = { sn, time_zone: timeZone }
  const nameable = nameableIn({ own }, recognised)
  if (nameable === null) return { form: { query, file: file.bytes } }
  if (columns.size === 0) return { fault: 'unnamed' }
  if (columns.size > MAX_MAPPED_COLUMNS) return { fault: 'too_many' }
  const named = [...columns].map(([index, { quantity, unit }]) => `${index}:${quantity}:${unit}`).join()
  const format = nameable === 'columns' ? 'columns' : 'home_assistant_statistics'
  return { form: { query: { ...query, format, columns: named }, file: file.bytes } }
}
