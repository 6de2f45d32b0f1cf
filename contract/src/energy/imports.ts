import * as z from 'zod/mini'
import { endpoint } from '../shared/endpoint.ts'
import { timeZone } from '../shared/time-zone.ts'
import { serialNumber } from '../systems/systems.ts'

/** Formats that can be imported: other portals' files and our own export. `columns`: any CSV whose columns the owner names. */
export const importFormats = [
  'kellersonne',
  'home_assistant',
  'home_assistant_statistics',
  'evcc',
  'victron_vrm',
  'senec',
  'sungrow',
  'solar_web',
  'columns',
] as const
export type ImportFormat = (typeof importFormats)[number]

/** The content of a column. `grid` is import minus feed-in, `battery` discharge minus charge; `-` inverts the sign. */
export const importQuantities = [
  'pv',
  'import',
  'feed_in',
  'charge',
  'discharge',
  'grid',
  '-grid',
  'battery',
  '-battery',
] as const
export const importUnits = ['W', 'kW', 'mean_W', 'mean_kW', 'Wh', 'kWh', 'counter_Wh', 'counter_kWh'] as const

export const MAX_IMPORT_BYTES = 10 * 1024 * 1024
/** Maximum number of a system's imports that apply at a time, and of undone ones that are kept. */
export const MAX_IMPORTS = 100
/** How many of them may add to one day: each is read wherever the day is. */
export const MAX_IMPORTS_A_DAY = 8
/** Maximum number of columns that an owner names. */
export const MAX_MAPPED_COLUMNS = 20
/** Maximum number of refused lines that are listed. */
export const MAX_REFUSED_LINES = 20

const COLUMN = /^([0-9]{1,3}):(-?[a-z_]{2,10}):([a-zA-Z_]{1,12})$/
const mapped = z.object({
  index: z.int(),
  quantity: z.enum(importQuantities),
  unit: z.enum(importUnits),
})
/** A column of a CSV file: its index from 0, its content and its unit. */
export type MappedColumn = z.output<typeof mapped>

/** Columns as `1:pv:kWh,2:-grid:W`. */
const columns = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(500)),
    z.transform((text) =>
      text.split(',').map((one) => {
        const [, index, quantity, unit] = COLUMN.exec(one) ?? []
        return { index: Number(index), quantity, unit }
      }),
    ),
  ),
  z.array(mapped).check(
    z.minLength(1),
    z.maxLength(MAX_MAPPED_COLUMNS),
    z.refine((all: readonly MappedColumn[]) => new Set(all.map(({ index }) => index)).size === all.length, {
      error: 'repeated',
    }),
  ),
)

const query = z.object({
  sn: serialNumber,
  format: z.optional(z.enum(importFormats)),
  time_zone: z.optional(timeZone),
  columns: z.optional(columns),
})
const instant = z.iso.datetime()
const energy = z.nullable(z.number())
/** Wh; null = none. */
export const importedEnergies = z.object({
  pv: energy,
  import: energy,
  feed_in: energy,
  charge: energy,
  discharge: energy,
})

export const energyImport = z.object({
  id: z.uuid(),
  sn: serialNumber,
  format: z.enum(importFormats),
  from: instant,
  until: instant,
  energies: importedEnergies,
  made_at: instant,
  undone_at: z.nullable(instant),
})
export type EnergyImport = z.output<typeof energyImport>

export const refusedReasons = [
  'time',
  'time_unknown',
  'number',
  'implausible',
  'too_long',
  'sparse',
  'future',
] as const

/**
 * What an import would add. `format` null: the format is unknown, and the columns have to be named. Energies are those
 * of the quarters that would be added; the other numbers count quarters.
 */
export const importPreview = z.object({
  format: z.nullable(z.enum(importFormats)),
  header: z.array(z.string()),
  from: z.nullable(instant),
  until: z.nullable(instant),
  energies: importedEnergies,
  added: z.int(),
  measured: z.int(),
  imported: z.int(),
  hidden: z.int(),
  refused: z.int(),
  /** `line` null: what no single line is the cause of, such as the interval of a column, or the sum of a quarter. */
  refused_lines: z.array(z.object({ line: z.nullable(z.int()), reason: z.enum(refusedReasons) })),
})
export type ImportPreview = z.output<typeof importPreview>

const upload = { field: 'file', maxBytes: MAX_IMPORT_BYTES, tooBig: 'payload_too_large' } as const

export const previewImport = endpoint({
  method: 'POST',
  path: '/api/auth/import/preview/',
  summary: 'What a file of another portal would add to the history of one of the caller’s systems.',
  auth: 'bearer',
  query,
  upload,
  response: importPreview,
  errors: ['not_found', 'media_type_unsupported', 'too_many_attempts'],
})

export const makeImport = endpoint({
  method: 'POST',
  path: '/api/auth/import/',
  summary:
    'Adds the energies of a file to the history of one of the caller’s systems, where nothing was measured. What was imported before is not added again.',
  auth: 'bearer',
  query,
  upload,
  response: energyImport,
  errors: [
    'not_found',
    'import_empty',
    'imports_full',
    'earlier_full',
    'media_type_unsupported',
    'too_many_attempts',
  ],
})

export const undoImport = endpoint({
  method: 'POST',
  path: '/api/auth/import/{id}/undo/',
  summary: 'Takes back an import as a whole; again, it changes nothing.',
  auth: 'bearer',
  params: z.object({ id: z.uuid() }),
  response: energyImport,
  errors: ['not_found', 'too_many_attempts'],
})

export const listImports = endpoint({
  method: 'GET',
  path: '/api/auth/imports/',
  summary:
    'The imports into one of the caller’s systems since it is theirs, undone ones too, the newest first.',
  auth: 'bearer',
  query: z.object({ sn: serialNumber }),
  response: z.object({ imports: z.array(energyImport).check(z.maxLength(2 * MAX_IMPORTS)) }),
  errors: ['not_found'],
})
